"""Why the lane stops."""


class LaneError(Exception):
    """A sentence for whoever started the lane. Nothing was found to be right or wrong."""
