"""Stands in for setuptools where a source package is only downloaded, never built."""
