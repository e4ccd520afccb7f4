"""The part of PEP 517 that `pip download` needs: metadata, copied from the source package."""

import shutil
from email.parser import HeaderParser
from pathlib import Path


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: object = None
) -> str:
    headers = HeaderParser().parsestr(Path("PKG-INFO").read_text(encoding="utf-8"))
    name = headers["Name"].replace("-", "_")
    folder = Path(metadata_directory) / f"{name}-{headers['Version']}.dist-info"
    folder.mkdir(parents=True)
    shutil.copyfile("PKG-INFO", folder / "METADATA")
    return folder.name
