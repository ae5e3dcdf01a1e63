"""Settings, read from the environment: defaults for development, required variables in production.

| variable         | meaning                                                     | with DEBUG off |
|------------------|-------------------------------------------------------------|----------------|
| `DEBUG`          | `on` (default) or `off`                                     |                |
| `SECRET_KEY`     | signs sessions; in development generated in `.secret_key`   | required       |
| `ALLOWED_HOSTS`  | comma-separated host names of the site                      | required       |
| `SECURE_COOKIES` | `on` behind an HTTPS proxy that sets `X-Forwarded-Proto`    | required       |
| `DATABASE_URL`   | `sqlite:///hanabi.sqlite3` (default) or `postgres://…`      |                |
| `REDIS_URL`      | connects several server processes; unset: only one process  |                |
| `STATIC_ROOT`    | folder that `serve` collects static files in                |                |
| `RUNS_DIR`       | folder of the generator's runs; default `runs`              |                |
| `LOGS`           | `lines` (default with DEBUG) or `json`                      |                |
| `METRICS_TOKEN`  | the bearer token that `/metrics` requires                   |                |
| `LIMITS`         | `off`, or `NAME=NUMBER,NAME=NUMBER` (`settings/limits.py`)  |                |
| `DAILY_CONVENTIONS` | `on` offers the convention layer in the daily deal        |                |
| `BEHIND_PROXY`   | `on` if a proxy sets `X-Forwarded-For`; default SECURE_COOKIES |              |
"""

from datetime import timedelta
from pathlib import Path

from hanabi_site.settings import env, limits
from hanabi_site.settings.logging import logging_settings
from hanabi_site.settings.services import channel_layer_settings, database_settings

BASE_DIR = Path(__file__).resolve().parent.parent.parent

DEBUG = env.switch("DEBUG", default=True)
if not DEBUG:
    env.require(
        {
            "SECRET_KEY": "a long random text",
            "ALLOWED_HOSTS": "for example hanabi.example.org",
            "SECURE_COOKIES": "'on' behind HTTPS, 'off' without",
        }
    )

SECRET_KEY = env.text("SECRET_KEY") or env.stored_secret(BASE_DIR / ".secret_key")
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]

# Daphne serves the site (`operations/server.py`) but is not listed: every command would load it.
INSTALLED_APPS = [
    "hanabi_site",
    "channels",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "axes",
    "django_tasks_db",
    "analysis",
    "game",
    "agents",
]

MIDDLEWARE = [
    "hanabi_site.operations.logs.middleware",
    "hanabi_site.operations.metrics.middleware",
    "django.middleware.security.SecurityMiddleware",
    "hanabi_site.middleware.content_security_policy.middleware",
    "hanabi_site.middleware.compression.Middleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "hanabi_site.middleware.error_pages.Middleware",
    "hanabi_site.middleware.heavy.Middleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "hanabi_site.urls"
ASGI_APPLICATION = "hanabi_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "game.context.person",
            ],
            # Tags and filters that no template has to load.
            "builtins": [
                "django.contrib.humanize.templatetags.humanize",
                "django.templatetags.static",
                "hanabi_site.templatetags.site_tags",
            ],
        },
    },
]

# Data

DATABASES = {
    "default": database_settings(
        env.text("DATABASE_URL", default=f"sqlite:///{BASE_DIR}/hanabi.sqlite3")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Long tasks are queued in the database for `manage.py db_worker`.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

REDIS_URL = env.text("REDIS_URL")
CHANNEL_LAYERS = {"default": channel_layer_settings(REDIS_URL, SECRET_KEY)}

# Rate limits per person and address are counted in the cache.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

# People

LIMITS = limits.limits(env.text("LIMITS"))
DAILY_CONVENTIONS = env.switch("DAILY_CONVENTIONS", default=False)
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_ENABLED = LIMITS.failed_logins < float("inf")
AXES_FAILURE_LIMIT = LIMITS.failed_logins
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "hanabi_site.pages.errors.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Language and time

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

# Files

STATIC_URL = "static/"
STATIC_ROOT = env.text("STATIC_ROOT", default=f"{BASE_DIR}/staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "hanabi_site.pages.bundles.BundleFinder",
]
RUNS_DIR = env.text("RUNS_DIR", default=f"{BASE_DIR}/runs")
if not DEBUG:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }

# Security

CSRF_FAILURE_VIEW = "hanabi_site.pages.errors.csrf_failure"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SECURE_COOKIES = env.switch("SECURE_COOKIES", default=False)
BEHIND_PROXY = env.switch("BEHIND_PROXY", default=SECURE_COOKIES)
if SECURE_COOKIES:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
    # `serve` speaks no TLS, so HTTPS always comes through a proxy that sets this header.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
    # HSTS for subdomains and preload lists is for the owner of the domain to decide.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Logs and metrics

LOGGING = logging_settings(
    env.text("LOGS", default="lines" if DEBUG else "json"), level="INFO" if DEBUG else "WARNING"
)
METRICS_TOKEN = env.text("METRICS_TOKEN")
