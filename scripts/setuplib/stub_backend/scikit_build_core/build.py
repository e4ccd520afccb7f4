"""The part of PEP 517 that `pip download` needs: metadata, copied from the source package."""

import re
import shutil
from pathlib import Path


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    text = Path("PKG-INFO").read_text(encoding="utf-8")
    name = re.search(r"^Name: (\S+)$", text, re.M)[1].replace("-", "_")
    version = re.search(r"^Version: (\S+)$", text, re.M)[1]
    folder = Path(metadata_directory) / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True)
    shutil.copyfile("PKG-INFO", folder / "METADATA")
    return folder.name
