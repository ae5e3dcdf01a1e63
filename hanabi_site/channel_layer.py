"""Choose how server processes pass messages to each other."""

from typing import Any


def channel_layer_settings(redis_url: str, secret: str = "") -> dict[str, Any]:
    """Settings for Redis at `redis_url`; without one, for a single process that needs none. Sites
    with different secrets may share a Redis."""
    if not redis_url:
        return {"BACKEND": "hanabi_site.local_groups.LocalChannelLayer"}
    return {
        "BACKEND": "hanabi_site.relay.RelayedChannelLayer",
        "CONFIG": {"url": redis_url, "secret": secret},
    }
