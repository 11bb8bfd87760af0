"""Web pages on this machine, and what is wrong with some of them."""

import base64
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SABOTAGE = """<script>
JSON.stringify = JSON.parse = () => { throw 1 }; Promise = Error = Date = Object.keys = Array.isArray = undefined;
Array.prototype.push = Function.prototype.call = Function.prototype.apply = () => { throw 2 };
Object.defineProperty(Object.prototype, 'value', { get() { throw 3 }, set() { throw 4 } });
Object.defineProperty(Array.prototype, 0, { set() { throw 5 } });
setTimeout = () => {}; Reflect.apply = () => 'spoilt';
Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.freeze(Function.prototype);
ExtensionPreprocessingJS = { run(a) { a.completionFunction('of the page') } }; openExtensionPage = { run() {} };
Object.defineProperty(document, 'title', { get() { throw 6 } });
</script><form id="ExtensionPreprocessingJS"><input name="run"></form><img id="openExtensionPage" name="openExtensionPage">"""
ARTICLE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A Shop of Lamps</title>%s</head><body><h1>Lamps</h1>
<article><p>The first lamp is bright.</p><p>The second lamp is dim.</p></article>
<textarea aria-label="Field">edit this text</textarea><div contenteditable>rich words here</div>
<a href="/other">Another page</a><img alt="A dot" src="/dot.png"></body></html>"""
PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>
"""
DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFUlEQVR42mM8YSPHgA0wMeAAg1MCAOf+ATIK/ILLAAAAAElFTkSuQmCC")
STRICT = "default-src 'none'; require-trusted-types-for 'script'; sandbox"

PAGES = {
    "/article": ("text/html", ARTICLE % "", {}), "/other": ("text/html", ARTICLE.replace("Lamps", "Chairs") % "", {}),
    "/named": ("text/html", ARTICLE % "" + "<form name='title'><input name='x'></form><form name='activeElement'></form>", {}),
    "/strict": ("text/html", ARTICLE % "", {"content-security-policy": STRICT}),
    "/sabotage": ("text/html", ARTICLE % SABOTAGE, {}),
    "/frames": ("text/html", "<title>Frames</title><frameset cols='50%,50%'><frame src='/article'><frame src='/other'></frameset>", {}),
    "/document.pdf": ("application/pdf", PDF, {}), "/dot.png": ("image/png", DOT, {}), "/drawing.svg": ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>", {}),
    "/picture.html": ("text/html", "no picture", {}),
}

UNENDING = {"/endless.png": bytes(1 << 16), "/silent.png": b""}
"""The parts of pictures that never end."""


class Site:
    """A server of the pages. The names 127.0.0.1 and localhost are two sites."""

    def __init__(self):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path in UNENDING:
                    return self.never_end(UNENDING[self.path])
                kind, body, headers = PAGES.get(self.path, ("text/plain", "nothing", {}))
                self.send_response(200 if self.path in PAGES else 404)
                for name, value in {"content-type": kind, **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body if isinstance(body, bytes) else body.encode())

            def never_end(self, part: bytes) -> None:
                """Sends a part again and again, or nothing, until the browser gives up."""
                self.send_response(200)
                self.send_header("content-type", "image/png")
                self.send_header("access-control-allow-origin", "*")
                self.end_headers()
                self.wfile.flush()
                try:
                    while part:
                        self.wfile.write(part)
                    self.rfile.read(1)
                except ConnectionError:
                    pass

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def address(self, path: str, host: str = "127.0.0.1") -> str:
        """The address of a page."""
        return f"http://{host}:{self.port}{path}"

    def close(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()
