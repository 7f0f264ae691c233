# SPDX-License-Identifier: MIT
"""Headless Chromium through chromedriver's WebDriver protocol, with nothing but the standard
library."""
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing():
    """Why there is no browser, or None."""
    for name in ["chromedriver", "chromium"]:
        if not shutil.which(name):
            return "no " + name
    return None


class Browser:
    def __init__(self, width=1200, height=900, unrolled=False):
        self.unrolled = unrolled
        self.home = tempfile.mkdtemp()
        self.driver = subprocess.Popen([shutil.which("chromedriver"), "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True,
                                       env=dict(os.environ, HOME=self.home))
        port = None
        for line in self.driver.stdout:
            m = re.search(r"successfully on port (\d+)", line)
            if m:
                port = m.group(1)
                break
        self.base = "http://127.0.0.1:%s/session" % port
        args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--hide-scrollbars", "--user-data-dir=" + self.home + "/profile",
                "--window-size=%d,%d" % (width, height)]
        caps = {"alwaysMatch": {"browserName": "chrome", "timeouts": {"script": 300000}, "goog:loggingPrefs": {"browser": "ALL"},
                                "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": args}}}
        self.base += "/" + self.call("POST", "", {"capabilities": caps})["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"},
                                         method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=300) as r:
                return json.load(r)["value"]
        except urllib.error.HTTPError as e:
            raise RuntimeError(json.load(e)["value"]["message"][:500]) from None

    def open(self, path, fragment=""):
        if fragment:
            self.call("POST", "/url", {"url": "about:blank"})  # another fragment alone does not load it again
        self.call("POST", "/url", {"url": "file://" + os.path.abspath(path) + fragment})
        for _ in range(200):
            if self.js("return document.body.dataset.ready"):
                if self.unrolled:
                    self.unroll()
                return
        raise RuntimeError("the page did not get ready")

    def unroll(self):
        """The boxes that scroll as large as what is in them: all cells are in sight, and so in the page."""
        self.js("""const e = document.createElement('style');
            e.textContent = '#views{grid-template-columns:max-content!important}.view .scroll{max-height:none!important;max-width:none!important;width:max-content!important}';
            document.head.append(e);
            for (const id of ['grid', 'mem']) wgd.sheet.of(document.getElementById(id))?.update();""")

    def js(self, code, *args):
        return self.call("POST", "/execute/sync", {"script": code, "args": list(args)})

    def find(self, css):
        return self.call("POST", "/element", {"using": "css selector", "value": css})[ELEMENT]

    def text(self, css):
        return self.js("return document.querySelector(arguments[0]).textContent", css)

    def click(self, css):
        self.call("POST", "/element/%s/click" % self.find(css), {})

    def type(self, css, text):
        self.js("document.querySelector(arguments[0]).value = ''", css)
        self.call("POST", "/element/%s/value" % self.find(css), {"text": text})

    def choose(self, css, value):
        self.js("const e = document.querySelector(arguments[0]); e.value = arguments[1];"
                "for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, {bubbles: true}))", css, value)

    def pointer(self, css, dx=0, kind="mouse", press=False):
        """Moves to an element's centre, dx pixels to the right of it; a press is a click or a tap."""
        self.js("document.querySelector(arguments[0]).scrollIntoView({block: 'nearest', inline: 'nearest'})", css)
        acts = [{"type": "pointerMove", "duration": 0, "origin": {ELEMENT: self.find(css)}, "x": dx,
                 "y": 0}]
        if press:
            acts += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.call("POST", "/actions", {"actions": [
            {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": acts}]})

    def keys(self, keys):
        acts = [{"type": t, "value": k} for k in keys for t in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": acts}]})

    def size(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=width < 700)

    def dark(self, on):
        self.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def command(self, name, **params):
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": params})

    def log(self):
        return self.call("POST", "/se/log", {"type": "browser"})

    def screenshot(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.home, ignore_errors=True)
