"""Choose how server processes pass messages to each other."""

from typing import Any


def channel_layer_settings(redis_url: str) -> dict[str, Any]:
    """Settings for Redis at `redis_url`; without one, for a single process that needs none."""
    if not redis_url:
        return {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    return {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        # redis-py 8 gives up on a quiet socket after 5 s, which would end every idle consumer.
        "CONFIG": {"hosts": [{"address": redis_url, "socket_timeout": None}]},
    }
