"""What the WebExtension does in pages, without a device: scripts of extensions in worlds of their own, selections, pictures."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firefox import Firefox
from installation import TESTING, install
from page_script import SCRIPTS, completing, decoded, encoded
from site_pages import Site
from webextension import Chromium


class Bench:
    """A browser with the WebExtension, whose panel has the module for tests."""

    def __init__(self, browser: Chromium | Firefox, site: Site):
        self.browser = browser
        self.site = site
        self.page = browser.open(site.address("/article"))
        browser.share(self.page)
        self.panel = browser.panel()
        self.panel.wait("""(() => { const script = document.createElement("script"); script.type = "module"; script.src = "testing.js";
            document.head.append(script); return true; })()""")
        self.panel.wait("typeof testing === 'object'")

    def visit(self, path: str) -> dict | None:
        """Opens a page and presses the toolbar's button; the place of the document."""
        self.page.go(self.site.address(path))
        return self.meet()

    def meet(self) -> dict | None:
        """Presses the toolbar's button; the place of the document."""
        self.panel.evaluate("(() => { document.getElementById('main').append(Object.assign(document.createElement('i'), { id: 'before' })); return true; })()")
        self.browser.share(self.page)
        # The panel itself looks for extensions of the new subject, and says at some time that there is no host. What a test shows in the
        # panel must not come before that.
        self.panel.wait("document.getElementById('before') === null && document.querySelector('#main .empty') !== null")
        # The button has opened the page to the WebExtension as soon as the subject is there.
        self.panel.wait("testing.subject().then(({ place, error }) => Boolean(place || error))")
        return self.panel.evaluate("testing.meet()")

    def call(self, name: str, *arguments: Any) -> dict:
        """Calls a function of the module for tests."""
        return self.panel.evaluate(f"testing.{name}({', '.join(map(json.dumps, arguments))})")

    def answer(self, script: str, *more: str) -> Any:
        """The decoded answer of a script."""
        reply = self.call("run", script, *more)
        assert "ok" in reply, reply
        return decoded(reply["ok"])

    def failure(self, script: str) -> str:
        """The sentence of a script's error."""
        reply = self.call("run", script)
        assert "error" in reply, str(reply)[:400]
        return reply["error"]


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Each browser in turn, with permission for scripts."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "profile").mkdir()
    is_firefox = request.param == "firefox"
    environment = os.environ | {"HOME": str(folder)}
    # For another profile, so that the browser finds no host.
    extension = install(request.config.getoption("--program"), request.param, folder / "other", environment)
    (extension / "testing.js").write_text(TESTING)
    site = Site()
    browser = (Firefox if is_firefox else Chromium)(folder / "profile", extension)
    try:
        if is_firefox:
            bench = Bench(browser, site)
            grant(bench, browser)
        else:
            browser.allow_scripts()
            bench = Bench(browser, site)
        assert bench.panel.evaluate("testing.mayRunScripts()")
        yield bench
    finally:
        browser.close()
        site.close()


def grant(bench: Bench, browser: Firefox) -> None:
    """Asks for the permission as the panel does, at a click."""
    assert not bench.panel.evaluate("testing.mayRunScripts()")
    bench.panel.wait("""(() => { const button = document.createElement("button"); button.textContent = "Ask";
        button.onclick = () => testing.api.permissions.request({ permissions: ["userScripts"] });
        document.getElementById("subject").append(button); return true; })()""")
    bench.panel.press("Ask")
    browser.grant()
    bench.panel.wait("testing.mayRunScripts()")


def test_scripts_read_and_change_the_page_and_are_hidden_from_it(bench: Bench):
    bench.visit("/article")
    script = (SCRIPTS / "TitleAndAddress.js").read_text()
    assert bench.answer(script) == {"URL": bench.site.address("/article"), "title": "A Shop of Lamps"}
    assert bench.call("finalize", encoded({"backgroundColor": "rgb(1, 2, 3)"})) == {"ok": True}
    bench.page.wait("getComputedStyle(document.body).backgroundColor === 'rgb(1, 2, 3)'")
    assert bench.page.evaluate("[typeof ExtensionPreprocessingJS, typeof openExtensionPage]") == ["undefined", "undefined"]


@pytest.mark.parametrize("name", ["Article", "Links", "OldClass", "Polyfilled", "Minified", "Selection"])
def test_scripts_of_the_usual_kinds_run_in_both_browsers(bench: Bench, name: str):
    bench.visit("/article")
    bench.page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))")
    answer = bench.answer((SCRIPTS / f"{name}.js").read_text())
    expected = {
        "Article": {"heading": "Lamps", "paragraphs": ["The first lamp is bright.", "The second lamp is dim."], "words": 10},
        "Links": {"links": [{"href": bench.site.address("/other"), "text": "Another page", "opensWindow": False}], "count": 1},
        "OldClass": {"log": ["run", "Test"], "inherited": True}, "Polyfilled": {"hasTwo": True, "list": [1, "two"]},
        "Minified": {"t": "Lamps", "u": bench.site.address("/article"), "n": 2},
        "Selection": {"extensionName": "Test", "text": "Lamps", "html": "Lamps"},
    }
    assert answer == expected[name]
    assert "error" not in bench.call("finalize", encoded({"highlight": "lamp", "more": ["x"], "list": [1, "x"], "number": 1, "t": "x", "replacement": "x"}))


@pytest.mark.parametrize(("script", "words"), [
    ("var ExtensionPreprocessingJS = { run() { throw new Error('It broke') } }", "The script of Test ended with an error: It broke."),
    ("var ExtensionPreprocessingJS = {{", "The script of Test is not valid JavaScript"),
    ("}); (function () {", "The script of Test"), ("", "does not define ExtensionPreprocessingJS"),
    (completing("'x'.repeat(50_000_000)"), "4 million characters"), (completing("(() => { const a = []; a.push(a); return a })()"), "contains itself"),
])
def test_scripts_that_fail_end_in_a_sentence(bench: Bench, script: str, words: str):
    bench.visit("/article")
    assert words in bench.failure(script)


@pytest.mark.parametrize(("expression", "answer"), [
    ("{ n: NaN, f() {}, d: new Date(5), e: document.body, big: 1e300, none: null }", {"d": ("d", 5), "big": 1e300}),
    ("JSON.parse('{\"__proto__\": 1}')", {"__proto__": 1}), ("'\\ud800'", "\ufffd"), ("new Proxy([1], {})", [1]),
    ("'é'.repeat(3_000_000)", "é" * 3_000_000), ("[globalThis.browser, globalThis.chrome].map((own) => typeof own?.runtime?.sendMessage)", ["undefined", "undefined"]),
])
def test_values_cross_in_both_browsers(bench: Bench, expression: str, answer: Any):
    bench.visit("/article")
    assert bench.answer(completing(expression)) == answer


def test_extensions_do_not_see_one_another(bench: Bench):
    bench.visit("/article")
    bench.answer("globalThis.secret = 1; " + completing("1"), "com.example.One")
    assert bench.answer(completing("typeof secret"), "com.example.Two") == "undefined"
    assert bench.answer(completing("typeof secret"), "com.example.One") == "number"


@pytest.mark.parametrize("path", ["/sabotage", "/strict"])
def test_hostile_pages_change_nothing(bench: Bench, path: str):
    bench.visit(path)
    assert bench.answer((SCRIPTS / "Article.js").read_text())["words"] == 10
    assert bench.call("finalize", encoded({"highlight": "lamp"})) == {"ok": True}
    assert bench.answer(completing("document.querySelector('mark').textContent")) == "lamp"


def test_a_frame_set_is_a_page(bench: Bench):
    bench.visit("/frames")
    assert bench.answer(completing("[document.title, frames.length]")) == ["Frames", 2]


def test_a_page_that_cannot_be_read_is_described_in_a_sentence(bench: Bench):
    bench.page.go("chrome://version/" if isinstance(bench.browser, Chromium) else "about:support")
    bench.browser.share(bench.page)
    bench.panel.wait_for_text("The browser does not let extensions see this page.")


def test_elements_that_hide_properties_of_the_document_do_no_harm(bench: Bench):
    assert bench.visit("/named")
    subject = bench.panel.evaluate("testing.subject()")
    # The browser's own name of the page is used instead.
    assert subject["things"]["page"]["title"] == "A Shop of Lamps"
    assert bench.panel.evaluate("testing.subject({ menuItemId: 'selection', frameId: 0, selectionText: 'x' })")["things"]["selection"]["text"] == "x"


def test_a_document_in_the_browsers_viewer_is_shared_by_its_address(bench: Bench):
    bench.page.go(bench.site.address("/document.pdf"))
    bench.browser.share(bench.page)
    subject = bench.panel.wait("testing.subject().then((subject) => !subject.error && subject.things.page.url.endsWith('.pdf') && subject)")
    assert subject["things"]["page"]["url"] == bench.site.address("/document.pdf")


@pytest.mark.parametrize("leaving", ["location.href = '/other'", "location.reload()", "history.back()"])
def test_a_script_whose_page_goes_away_ends_in_a_sentence(bench: Bench, leaving: str):
    bench.visit("/other")
    bench.visit("/article")
    leaves = f"var ExtensionPreprocessingJS = {{ run() {{ {leaving} }} }}"
    assert bench.failure(leaves) == "The page was closed or replaced by another. Press the button in the toolbar again."


def test_a_script_whose_tab_is_closed_ends_in_a_sentence(bench: Bench):
    if not isinstance(bench.browser, Chromium):
        pytest.skip("The driver of Firefox has one tab, with which the browser would be closed.")
    kept, bench.page = bench.page, bench.browser.open(bench.site.address("/other"))
    bench.meet()
    bench.panel.evaluate("void (globalThis.running = testing.run('var ExtensionPreprocessingJS = { run() {} }'))")
    bench.page.close()
    bench.page = kept
    assert bench.panel.evaluate("running") == {"error": "The page was closed or replaced by another. Press the button in the toolbar again."}


def test_finalize_never_reaches_another_document(bench: Bench):
    bench.visit("/article")
    bench.answer((SCRIPTS / "TitleAndAddress.js").read_text())
    bench.page.go(bench.site.address("/article"))
    # The button gives the WebExtension access to the new document, and it is refused nevertheless.
    bench.browser.share(bench.page)
    bench.panel.wait("testing.subject().then(({ place }) => Boolean(place))")
    assert bench.call("finalize", encoded({"backgroundColor": "red"})) == {"error": "The page was closed or replaced by another. Press the button in the toolbar again."}
    assert bench.call("run", completing("1")) == {"error": "The page was closed or replaced by another. Press the button in the toolbar again."}
    assert bench.page.evaluate("document.body.style.backgroundColor") == ""


@pytest.mark.parametrize("script", [
    completing("(document.body.dataset.reached = 'yes')"),
    "}, {}) : 0; document.body.dataset.reached = 'yes'; false ? openExtensionPage.run(function () {",
    "}); document.body.dataset.reached = 'yes'; (function () {", "}, {}) : 0;\n} { document.body.dataset.reached = 'yes'; (function () {",
])
def test_no_script_runs_in_another_document_wherever_its_text_ends(bench: Bench, script: str):
    bench.visit("/article")
    bench.call("mistake")
    assert bench.call("run", script) == {"error": "The page was closed or replaced by another. Press the button in the toolbar again."}
    assert bench.page.evaluate("document.body.dataset.reached") is None


def test_a_script_that_blocks_the_page_is_given_up(bench: Bench):
    bench.visit("/article")
    blocks = "var ExtensionPreprocessingJS = { run() { for (const end = Date.now() + 14_000; Date.now() < end;); } }"
    assert bench.failure(blocks) == "The page did not respond while the script of Test was running."


@pytest.mark.parametrize("field", ["textarea", "[contenteditable]"])
def test_a_selection_is_read_and_replaced_so_that_it_can_be_undone(bench: Bench, field: str):
    bench.visit("/article")
    bench.page.evaluate(f"""(() => {{
        const field = document.querySelector("{field}");
        field.focus();
        if (field.select) field.setSelectionRange(5, 9); else getSelection().setBaseAndExtent(field.firstChild, 5, field.firstChild, 10);
        field.addEventListener("input", ({{ inputType }}) => {{ field.dataset.input = inputType; }});
    }})()""")
    subject = bench.panel.evaluate("testing.subject({ menuItemId: 'selection', frameId: 0 })")
    word = "this" if field == "textarea" else "words"
    assert subject["things"]["selection"]["text"] == word and subject["editable"] == subject["place"]
    assert bench.call("replace", "<b>new</b>") is True
    value = f"(({{ value, textContent }}) => value ?? textContent)(document.querySelector('{field}'))"
    assert f"<b>new</b>" in bench.page.evaluate(value)
    assert bench.page.evaluate(f"document.querySelector('{field}').dataset.input") == "insertText"
    bench.page.evaluate("document.execCommand('undo')")
    assert word in bench.page.evaluate(value)
    bench.page.evaluate(f"document.querySelector('{field}').readOnly = true")
    assert field != "textarea" or bench.call("replace", "x") is False
    bench.page.evaluate(f"document.querySelector('{field}').remove()")
    assert bench.call("replace", "x") is False


def test_lines_replace_a_selection_in_a_field_that_refuses_editing_commands(bench: Bench):
    bench.visit("/article")
    bench.page.evaluate("""(() => {
        const field = document.querySelector("textarea");
        field.focus();
        field.setSelectionRange(5, 9);
        field.addEventListener("beforeinput", (event) => event.preventDefault());
    })()""")
    bench.panel.evaluate("testing.subject({ menuItemId: 'selection', frameId: 0 })")
    assert bench.call("replace", "a\nb") is True
    assert bench.page.evaluate("document.querySelector('textarea').value") == "edit a\nb text"


def test_a_picture_is_read_where_the_site_allows_it(bench: Bench):
    bench.visit("/article")
    assert bench.call("picture", bench.site.address("/dot.png"))["ok"]["type"] == "image/png"
    for address in [bench.site.address("/dot.png", "localhost"), bench.site.address("/picture.html"), bench.site.address("/none"), "blob:nothing"]:
        assert "The site does not allow its picture to be read." in bench.call("picture", address)["error"]


def test_a_picture_of_another_kind_is_refused_before_the_choice(bench: Bench):
    bench.visit("/article")
    assert bench.call("picture", bench.site.address("/drawing.svg"))["error"] == "The picture cannot be shared: it is not PNG, JPEG, GIF, WebP or AVIF."


def test_a_picture_without_an_end_is_given_up(bench: Bench):
    bench.visit("/article")
    assert bench.call("picture", bench.site.address("/endless.png"))["error"] == "The picture is too large to be shared."
    assert bench.call("fetchPicture", bench.site.address("/silent.png"), 1000, 200) == {"error": "late"}


def test_a_page_that_does_not_respond_is_described_in_a_sentence(bench: Bench):
    bench.visit("/article")
    blocks = "var ExtensionPreprocessingJS = { run() { for (const end = Date.now() + 9_000; Date.now() < end;); } }"
    # On a busy machine the first question can be answered before the script begins; the next one finds the page blocked.
    for _ in range(3):
        bench.panel.evaluate(f"void testing.run({json.dumps(blocks)})")
        subject = bench.panel.evaluate("testing.subject()")
        if "error" in subject:
            break
    assert subject["error"] == "The page does not respond."


def test_a_watch_that_was_released_early_is_ended(bench: Bench):
    bench.visit("/article")
    bench.panel.evaluate("testing.release().then((isEnded) => { testing.isEnded = isEnded; })")
    bench.panel.wait("testing.isEnded()")


@pytest.mark.parametrize(("values", "words", "colour"), [("{}", "Test Is Done", ""), ("{ hasRun: true }", "The page has been changed.", "red")])
def test_only_a_session_whose_script_has_run_changes_the_page(bench: Bench, values: str, words: str, colour: str):
    bench.visit("/article")
    bench.answer((SCRIPTS / "TitleAndAddress.js").read_text())
    bench.panel.evaluate(f"testing.begin({values})")
    done = json.dumps({"session": 1, "phase": "done", "finalize": encoded({"backgroundColor": "red"})})
    bench.panel.evaluate(f"testing.session.take({done})")
    bench.panel.wait_for_text(words)
    assert bench.page.evaluate("document.body.style.backgroundColor") == colour


def test_returned_texts_are_shown_as_text(bench: Bench):
    bench.visit("/article")
    bench.panel.evaluate("testing.begin()")
    texts = [{"text": "<b>One", "html": "<b>One</b>"}, {"text": "", "html": "<i>Two</i>"}, "wrong", None, {"text": 5}, {"text": "Three"}]
    bench.panel.evaluate(f"testing.session.take({json.dumps({'session': 1, 'phase': 'done', 'texts': texts, 'pictures': 'wrong'})})")
    bench.panel.wait_for_text("3 texts came back.")
    # What is read aloud is set before the texts are shown.
    bench.panel.wait("document.querySelector('.result p') !== null")
    assert bench.panel.evaluate("[...document.querySelectorAll('.result p')].map((one) => one.textContent)") == ["<b>One", "Two", "Three"]


def test_the_first_text_replaces_a_selection(bench: Bench):
    bench.visit("/article")
    bench.page.evaluate("(() => { const field = document.querySelector('textarea'); field.focus(); field.setSelectionRange(5, 9); })()")
    bench.panel.evaluate("testing.subject({ menuItemId: 'selection', frameId: 0 }).then(({ editable }) => testing.begin({ editable }))")
    bench.panel.evaluate("testing.session.take({ session: 1, phase: 'done', texts: [{ text: 'that' }, { text: 'more' }] })")
    bench.panel.wait_for_text("The selection has been replaced.")
    assert bench.page.evaluate("document.querySelector('textarea').value") == "edit that text"
    assert bench.panel.evaluate("[...document.querySelectorAll('.result p')].map((one) => one.textContent)") == ["more"]


def test_escape_while_a_session_ends_returns_to_the_offers_once(bench: Bench):
    bench.visit("/article")
    bench.answer((SCRIPTS / "TitleAndAddress.js").read_text())
    bench.panel.evaluate("testing.begin({ hasRun: true, isOpen: false })")
    argument = json.dumps({"finalize": encoded({"backgroundColor": "red"})})
    bench.panel.evaluate(f"(() => {{ const ending = testing.session.finish({argument}); testing.session.escape(); return ending; }})()")
    assert bench.panel.evaluate("[testing.returns, document.getElementById('main').textContent]") == [1, "Offers"]


def test_calls_wait_until_the_host_has_room(bench: Bench):
    bench.panel.evaluate("testing.connect()")
    for action in [*["icon"] * 20, "image", "cancel"]:
        bench.call("call", action)
    sent = "testing.host.sent.map((message) => message.do)"
    assert bench.panel.evaluate(sent) == ["hello", "candidates", *["icon"] * 10]
    bench.panel.evaluate("testing.host.sent.slice(0, 3).forEach(({ n }) => testing.host.receive({ re: n, ok: {} }))")
    assert bench.panel.evaluate(sent)[12:] == ["image", "cancel", "icon"]
    bench.panel.evaluate("testing.host.end()")
    assert bench.panel.wait("testing.host.failures.length === 21 && testing.host.failures") == ["The program appex-browser has ended. Try again."] * 21


def test_the_last_sentence_of_the_host_is_the_reason(bench: Bench):
    bench.panel.evaluate("testing.connect()")
    bench.panel.evaluate("testing.host.receive({ is: 'refused', message: 'The device cannot be used.' }); testing.host.end()")
    assert bench.panel.wait("testing.host.failures.length && testing.host.failures") == ["The device cannot be used."]


def test_a_missing_host_is_described_in_a_sentence(bench: Bench):
    bench.visit("/article")
    bench.panel.wait_for_text("The program appex-browser is not installed for this browser.")


@pytest.fixture(autouse=True)
def keep_picture(bench: Bench, request: pytest.FixtureRequest) -> Iterator[None]:
    """Makes a picture of the panel when a test has failed."""
    yield
    if getattr(request.node, "has_failed", False):
        from conftest import PICTURES
        PICTURES.mkdir(parents=True, exist_ok=True)
        bench.panel.picture(Path(PICTURES / f"{request.node.name[:80].replace('/', ' ')}.png"))


