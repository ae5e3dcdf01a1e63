"""The policy in a real browser: sockets to our own host pass, foreign and inline code does not."""

from playwright.sync_api import Page


def test_an_inline_script_does_not_run(page: Page, console_errors: list[str]) -> None:
    page.goto("/")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'window.ran = true'}))"
    )
    assert page.evaluate("window.ran") is None
    assert "Content Security Policy" in console_errors.pop()


def test_a_socket_to_our_own_host_is_not_blocked(page: Page, console_errors: list[str]) -> None:
    page.goto("/")
    with page.expect_websocket() as opened:
        # Wait for its end: the console complains before that, never after the test.
        page.evaluate(
            "new Promise((end) => (new WebSocket('/no-such-socket').onclose = () => end()))"
        )
    assert opened.value.url.endswith("/no-such-socket")
    console_errors.clear()
