"""The same stand-in for packages whose build back end is setuptools: no setup.py is run."""

from scikit_build_core.build import prepare_metadata_for_build_wheel

__all__ = ["prepare_metadata_for_build_wheel"]
