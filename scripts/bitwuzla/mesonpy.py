"""A stand-in for the build backend of Bitwuzla's Python package: it names the package, and builds nothing.

`pip download` insists on asking a source package for its metadata, which would build half of Bitwuzla first. We only
want the archive. With this file first on PYTHONPATH pip asks us instead, and everything else (index, proxy,
certificates, hash check) stays pip's own, configured as the user configured it.
"""

import os


def prepare_metadata_for_build_wheel(directory, config_settings=None):
    name = "bitwuzla-" + os.environ["BITWUZLA_VERSION"]
    info = name + ".dist-info"
    os.mkdir(os.path.join(directory, info))
    with open(os.path.join(directory, info, "METADATA"), "w") as file:
        file.write("Metadata-Version: 2.1\nName: bitwuzla\nVersion: %s\n" % os.environ["BITWUZLA_VERSION"])
    return info
