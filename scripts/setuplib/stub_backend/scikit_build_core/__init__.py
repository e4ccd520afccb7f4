"""Stands in for the build back end of a source package that is only downloaded, never built."""
