"""What a script may answer and what it may find in the page: the usual kinds, and the hostile ones."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from page_script import ADDRESS, SCRIPTS, IsolatedWorld, completing, encoded
from site_pages import SABOTAGE, STRICT

SHOP = """<!doctype html><html><head><title>A Shop</title>
<meta name="description" content="Things to buy"><meta property="og:title" content="Shop">
<link rel="canonical" href="http://shop.example/">
<script type="application/ld+json">{"@type": "Product", "offers": [{"price": 5}]}</script></head>
<body><h1>Lamps</h1><article><p>The first lamp is bright.</p><p>The second costs €12,50 or $ 7.</p></article>
<a href="/a" target="_blank">One</a><a href="/b">Two</a>
<img alt="A dot" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='3' height='2'/%3E">
<form><input name="user" value="old"><input type="password" name="word"><select name="size"><option>S</option><option>L</option></select></form>
<button onclick="const more = document.createElement('p'); more.id = 'more'; more.textContent = 'More'; document.body.append(more)">More</button>
</body></html>"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a shop."""
    context = browser.new_context()
    page = context.new_page()
    show(page, SHOP)
    yield page
    context.close()


def show(page: Page, html: str, **headers: str) -> None:
    """Opens a page with this text and these headers of its answer."""
    page.route("http://shop.example/**", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=headers or None))
    page.goto(ADDRESS)


def script(name: str) -> str:
    """One of the scripts of the usual kinds."""
    return (SCRIPTS / f"{name}.js").read_text()


# The usual kinds


def test_title_and_address_are_read_and_the_colour_is_set(page: Page):
    world = IsolatedWorld(page)
    assert world.answer(script("TitleAndAddress")) == {"URL": ADDRESS, "title": "A Shop"}
    assert world.finalize({"backgroundColor": "rgb(1, 2, 3)"}) == {"ok": True, "called": True}
    expect(page.locator("body")).to_have_css("background-color", "rgb(1, 2, 3)")


def test_a_selection_is_read_and_replaced(page: Page):
    page.evaluate("() => getSelection().selectAllChildren(document.querySelector('h1'))")
    world = IsolatedWorld(page)
    assert world.answer(script("Selection"), "Sélection") == {"extensionName": "Sélection", "text": "Lamps", "html": "Lamps"}
    world.finalize({"replacement": "<b>Lights"})
    expect(page.locator("h1")).to_have_text("<b>Lights")


def test_an_article_is_read_and_highlighted(page: Page):
    world = IsolatedWorld(page)
    answer = world.answer(script("Article"))
    assert answer == {"heading": "Lamps", "paragraphs": ["The first lamp is bright.", "The second costs €12,50 or $ 7."], "words": 12}
    world.finalize({"highlight": "lamp"})
    expect(page.locator("mark")).to_have_text("lamp")


def test_links_are_read_without_their_elements(page: Page):
    answer = IsolatedWorld(page).answer(script("Links"))
    assert answer == {"count": 2, "links": [
        {"href": "http://shop.example/a", "text": "One", "opensWindow": True},
        {"href": "http://shop.example/b", "text": "Two", "opensWindow": False},
    ]}


def test_metadata_are_read_and_what_is_null_is_left_out(page: Page):
    assert IsolatedWorld(page).answer(script("Metadata")) == {
        "description": "Things to buy", "og:title": "Shop", "canonical": "http://shop.example/",
        "linkedData": [{"@type": "Product", "offers": [{"price": 5}]}], "modified": ("d", 1767323045000),
    }


def test_a_form_is_read_and_filled_so_that_the_page_notices(page: Page):
    page.evaluate("() => document.forms[0].addEventListener('input', ({ target }) => { document.title += ' ' + target.name })")
    world = IsolatedWorld(page)
    assert world.answer(script("Form"))["fields"] == [
        {"name": "user", "type": "text", "value": "old"}, {"name": "word", "type": "password", "value": ""},
        {"name": "size", "type": "select-one", "value": "S"},
    ]
    assert world.finalize({"values": {"user": "ada", "word": "secret", "size": "L"}}) == {"ok": True, "called": True}
    expect(page.locator("[name=word]")).to_have_value("secret")
    expect(page.locator("[name=size]")).to_have_value("L")
    expect(page).to_have_title("A Shop user word size")


def test_prices_are_read_and_their_sum_is_shown(page: Page):
    world = IsolatedWorld(page)
    assert world.answer(script("Prices")) == {
        "prices": [{"currency": "€", "amount": 12.5}, {"currency": "$", "amount": 7}], "total": 19.5,
    }
    world.finalize({"total": 19.5})
    expect(page.locator("output")).to_have_text("19.5")


def test_pictures_are_read_and_bytes_become_a_picture(page: Page):
    world = IsolatedWorld(page)
    [image] = world.answer(script("Pictures"))["images"]
    assert image["alt"] == "A dot" and image["size"] == [3, 2] and image["src"].startswith("data:")
    picture = b"<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>\xff"
    assert world.finalize({"picture": picture})["called"]
    expect(page.get_by_alt_text(f"Uint8Array {len(picture)}")).to_be_attached()


def test_an_answer_may_come_later_and_finalize_may_be_missing(page: Page):
    world = IsolatedWorld(page)
    assert world.answer(script("Later")) == {"loaded": "More"}
    assert world.finalize({}) == {"ok": True, "called": False}


def test_an_older_class_keeps_its_state_until_finalize(page: Page):
    world = IsolatedWorld(page)
    assert world.answer(script("OldClass")) == {"log": ["run", "Read"], "inherited": True}
    world.finalize({"more": ["a", "b"]})
    expect(page).to_have_title("run, Read, finalize, a, b")


def test_careless_polyfills_change_neither_the_answer_nor_a_second_run(page: Page):
    world = IsolatedWorld(page)
    for _ in range(2):
        assert world.answer(script("Polyfilled")) == {"hasTwo": True, "list": [1, "two"]}
        assert world.finalize({"list": [1, "two"], "number": 2})["called"]
        expect(page).to_have_title("two2")
    assert IsolatedWorld(page).answer(script("Polyfilled"))["list"] == [1, "two"]


def test_a_minified_script_with_a_comment_at_its_end_is_run(page: Page):
    world = IsolatedWorld(page)
    assert world.answer(script("Minified").rstrip("\n")) == {"t": "Lamps", "u": ADDRESS, "n": 2}
    world.finalize({"t": "Minified"})
    expect(page.locator("h1")).to_have_text("Minified")


@pytest.mark.parametrize("declaration", [
    "var ExtensionPreprocessingJS = %s", "let ExtensionPreprocessingJS = %s", "const ExtensionPreprocessingJS = %s",
    "ExtensionPreprocessingJS = %s", "window.ExtensionPreprocessingJS = %s", "this.ExtensionPreprocessingJS = %s",
    "'use strict'; const ExtensionPreprocessingJS = %s", "class A { run = (%s).run }\nvar ExtensionPreprocessingJS = new A",
    "class ExtensionPreprocessingJS { static run(args) { args.completionFunction(1) } }",
    "function ExtensionPreprocessingJS() {}\nExtensionPreprocessingJS.run = (%s).run",
])
def test_every_way_to_define_the_script_works_twice_and_is_hidden_from_the_page(page: Page, declaration: str):
    world = IsolatedWorld(page)
    text = declaration.replace("%s", "{ run(args) { args.completionFunction(1) } }")
    assert [world.answer(text), world.answer(text)] == [1, 1]
    assert page.evaluate("() => [typeof ExtensionPreprocessingJS, typeof openExtensionPage]") == ["undefined", "undefined"]


# Values


@pytest.mark.parametrize(("expression", "answer"), [
    ("{ nan: NaN, more: Infinity, less: -1 / 0, n: 1 }", {"n": 1}),
    ("{ null: null, undefined: undefined, big: 10n, symbol: Symbol('x'), f() {}, g: class {}, n: 1 }", {"n": 1}),
    ("[1, null, undefined, () => 1, document.body, 2]", [1, 2]),
    ("{ element: document.body, text: document.createTextNode('x'), attribute: document.createAttribute('x'), document, all: document.all }", {}),
    ("{ foreign: document.body.appendChild(document.createElement('iframe')).contentDocument }", {}),
    ("{ date: new Date(5), none: new Date(NaN), made: Object.create(Date.prototype) }", {"date": ("d", 5), "made": {}}),
    ("{ s: new String('x'), n: new Number(3), b: new Boolean(false) }", {"s": "x", "n": 3, "b": False}),
    ("{ big: 1e300, small: 5e-324, precise: 9007199254740993, zero: -0, more: 2 ** 60 }",
     {"big": 1e300, "small": 5e-324, "precise": 9007199254740992, "zero": 0, "more": 1152921504606847000}),
    ("JSON.parse('{\"__proto__\": {\"x\": 1}, \"constructor\": 2}')", {"__proto__": {"x": 1}, "constructor": 2}),
    ("{ text: '\\u2028\\0\\ud800\"\\\\', '': 1, 'a b\\n': 2 }", {"text": "\u2028\0\ufffd\"\\", "": 1, "a b\n": 2}),
    ("{ toJSON() { return 'no' }, [Symbol.iterator]: 1, n: 1 }", {"n": 1}),
    ("Object.create({ inherited: 1 }, { hidden: { value: 1 }, own: { get: () => 2, enumerable: true } })", {"own": 2}),
    ("{ map: new Map([[1, 2]]), error: new Error('x'), expression: /x/ }", {"map": {}, "error": {}, "expression": {}}),
    ("(() => { const same = { n: 1 }; return [same, same] })()", [{"n": 1}, {"n": 1}]),
    ("document.body.dataset", {}), ("'a text'", "a text"), ("0", 0), ("false", False), ("", {}), ("null", {}), ("undefined", {}),
    ("new Proxy({ a: 1 }, {})", {"a": 1}), ("(() => { const holes = []; holes[2] = 1; return holes })()", [1]),
])
def test_values_cross_as_in_a_property_list(page: Page, expression: str, answer):
    assert IsolatedWorld(page).answer_of(expression) == answer


NESTED = "(levels => { let value = 1; for (let n = 0; n < levels; n++) value = [value]; return value })"


@pytest.mark.parametrize(("expression", "kind", "words"), [
    ("(() => { const a = { b: [] }; a.b.push(a); return a })()", "unsuitable", "contains itself at answer.b[0]"),
    (f"{NESTED}(21)", "unsuitable", "more than 20 levels"),
    (f"{NESTED}(1e6)", "unsuitable", "more than 20 levels"),
    ("'x'.repeat(50_000_000)", "tooLarge", "4 million characters"),
    ("Array.from({ length: 50 }, () => 'x'.repeat(1_000_000))", "tooLarge", "4 million characters"),
    ("'\"'.repeat(2_100_000)", "tooLarge", "4 million characters"),
    ("{ ['k'.repeat(4_100_000)]: 1 }", "tooLarge", "4 million characters"),
    ("new Array(60_001).fill(1)", "tooLarge", "60,000 values"),
    ("(() => { const a = []; a.length = 2 ** 32 - 1; return a })()", "tooLarge", "60,000 values"),
    ("(() => { let v = [1]; for (let n = 0; n < 18; n++) v = [v, v]; return v })()", "tooLarge", "60,000 values"),
    ("new Proxy([], { get: (_, key) => (key === 'length' ? 1e15 : 1) })", "tooLarge", "60,000 values"),
    ("{ a: { get b() { throw new Error('No value.') } } }", "unsuitable", "answer.a.b cannot be read: No value."),
    ("{ get b() { throw null } }", "unsuitable", "answer.b cannot be read"),
    ("{ get b() { throw { get message() { throw 1 } } } }", "unsuitable", "an unknown error."),
    ("new Proxy({}, { ownKeys() { throw new Error('hidden') } })", "unsuitable", "hidden."),
    ("(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()", "unsuitable", "cannot be read"),
    ("() => 1", "unsuitable", "not an object"), ("document", "unsuitable", "not an object"), ("NaN", "unsuitable", "not an object"),
])
def test_unsuitable_answers_are_refused_in_a_sentence(page: Page, expression: str, kind: str, words: str):
    found, sentence = IsolatedWorld(page).failure_of(expression)
    assert found == kind and words in sentence and sentence.endswith("."), sentence
    assert len(sentence) < 400


def test_answers_at_the_bounds_are_accepted(page: Page):
    world = IsolatedWorld(page)
    assert len(world.answer_of("'x'.repeat(3_999_990)")) == 3_999_990
    assert len(world.answer_of("new Array(59_999).fill(1)")) == 59_999
    deep = world.run(completing(f"{NESTED}(20)"))["ok"]
    assert deep.count("[") == 20
    # What the page may answer, it may be given.
    assert world.finalize(deep) == {"ok": True, "called": False}


# What scripts do


@pytest.mark.parametrize(("text", "kind", "words"), [
    ("var ExtensionPreprocessingJS = { run() { throw new TypeError('It broke.') } }", "threw", "ended with an error: It broke."),
    ("var ExtensionPreprocessingJS = { async run() { throw 'later' } }", "threw", "later."),
    ("throw new Error('at once')", "threw", "at once."), ("missing.name()", "threw", "missing is not defined."),
    ("var ExtensionPreprocessingJS = { get run() { throw 1 } }", "threw", "1."),
    ("", "missing", "does not define ExtensionPreprocessingJS"), ("var ExtensionPreprocessingJS = null", "missing", "does not define"),
    ("var ExtensionPreprocessingJS = { run: 1 }", "missing", "does not define"), ("var ExtensionPreprocessingJS", "missing", "does not"),
    ("var ExtensionPreprocessingJS = { run() {} }", "silent", "gave no answer within 0.1 seconds."),
    ("var ExtensionPreprocessingJS = { run: () => new Promise(() => {}) }", "silent", "gave no answer"),
])
def test_scripts_that_fail_are_described_in_a_sentence(page: Page, text: str, kind: str, words: str):
    reply = IsolatedWorld(page).run(text, patience=100)
    assert reply["kind"] == kind and words in reply["error"], reply
    assert reply["error"].startswith("The script of Read ")


def test_the_first_answer_counts(page: Page):
    world = IsolatedWorld(page)
    assert world.answer("var ExtensionPreprocessingJS = { run(a) { a.completionFunction(1); a.completionFunction(2); throw 3 } }") == 1
    again = "{ get a() { args.completionFunction(2); return 1 } }"
    assert world.answer(completing(again)) == {"a": 1}
    mutated = "var ExtensionPreprocessingJS = { run(args) { const o = { n: 1 }; args.completionFunction(o); o.n = 2 } }"
    assert world.answer(mutated) == {"n": 1}


def test_a_late_answer_is_ignored(page: Page):
    world = IsolatedWorld(page)
    late = "var ExtensionPreprocessingJS = { run(args) { globalThis.finish = () => args.completionFunction(1) } }"
    assert world.run(late, patience=20)["kind"] == "silent"
    assert world.evaluate("String(finish())") == "undefined"


def test_finalize_fails_in_a_sentence(page: Page):
    world = IsolatedWorld(page)
    assert world.finalize({})["kind"] == "missing"
    throwing = "var ExtensionPreprocessingJS = { run(a) { a.completionFunction() }, finalize() { throw new Error('Not here.') } }"
    world.answer(throwing)
    assert "Not here." in world.finalize({})["error"]
    for text in ["", "null", "{}", '["x"]', '["o","a"]', '["o",1,2]', '["a",null]', '["d","x"]', '["b","%"]', "[" * 100_000, '["a",' * 65 + "1" + "]" * 65]:
        assert world.finalize(text or " ")["kind"] == "unsuitable", text[:40]
    assert world.run("throw 1")["kind"] == "threw"
    assert world.finalize({})["kind"] == "missing"


def test_finalize_is_given_own_members_of_any_name(page: Page):
    world = IsolatedWorld(page)
    world.answer("""var ExtensionPreprocessingJS = { run(a) { a.completionFunction() },
        finalize(d) { document.title = JSON.stringify([Object.keys(d), d.date instanceof Date, Object.getPrototypeOf(d) === Object.prototype]) } }""")
    world.finalize('["o","__proto__",["o","x",1],"constructor",1,"date",["d",5]]')
    assert json.loads(page.title()) == [["__proto__", "constructor", "date"], True, True]


# Hostile pages


def test_a_page_that_redefines_everything_changes_nothing(page: Page):
    show(page, SHOP.replace("<head>", f"<head>{SABOTAGE}"))
    world = IsolatedWorld(page)
    assert world.answer(script("TitleAndAddress")) == {"URL": ADDRESS, "title": "A Shop"}
    assert world.answer_of("{ list: [1, 'two'], date: new Date(1) }") == {"list": [1, "two"], "date": ("d", 1)}
    assert world.finalize({"backgroundColor": "red", "value": [1]})["called"] is False
    assert world.run("")["kind"] == "missing"


def test_a_strict_content_security_policy_changes_nothing(page: Page):
    show(page, SHOP, **{"content-security-policy": STRICT})
    world = IsolatedWorld(page)
    assert world.answer(script("TitleAndAddress"))["title"] == "A Shop"
    assert world.finalize({"backgroundColor": "rgb(1, 2, 3)"})["called"]
    expect(page.locator("body")).to_have_css("background-color", "rgb(1, 2, 3)")


def test_a_frame_set_is_a_page(page: Page):
    show(page, "<title>Frames</title><frameset cols='50%,50%'><frame src='about:blank'><frame src='about:blank'></frameset>")
    assert IsolatedWorld(page).answer_of("[document.title, document.body.tagName, frames.length]") == ["Frames", "FRAMESET", 2]


def test_extensions_do_not_see_one_another(page: Page):
    first, second = IsolatedWorld(page, "com.example.One"), IsolatedWorld(page, "com.example.Two")
    first.answer("globalThis.secret = 1; " + completing("1"))
    assert second.answer_of("typeof secret") == "undefined"
    assert second.finalize(encoded({}))["called"] is False
