"""Makes a wrong claim small: lines, blocks and statements go as long as it stays wrong."""


def shrink(wrong, work, strict):
    return None
