# SPDX-License-Identifier: MIT
"""Headless Firefox through its own Marionette protocol, with nothing but the standard library: Debian 12
has no geckodriver."""
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time


def program():
    return shutil.which("firefox-esr") or shutil.which("firefox")


def missing():
    """Why there is no Firefox, or None."""
    return None if program() else "no firefox"


class Firefox:
    def __init__(self, width=1280, height=900):
        self.home = tempfile.mkdtemp()
        profile = self.home + "/profile"
        os.mkdir(profile)
        with open(profile + "/user.js", "w") as f:
            f.write('user_pref("marionette.port", 0);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
                    'user_pref("browser.shell.checkDefaultBrowser", false);\nuser_pref("app.update.enabled", false);\n')
        env = dict(os.environ, HOME=self.home, MOZ_HEADLESS="1", MOZ_HEADLESS_WIDTH=str(width), MOZ_HEADLESS_HEIGHT=str(height))
        self.process = subprocess.Popen([program(), "--headless", "--marionette", "--no-remote", "--profile", profile], env=env,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.count = 0
        self.socket = self.connect(profile + "/MarionetteActivePort")
        self.read()
        self.call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})
        self.call("WebDriver:SetTimeouts", {"script": 120000})

    def connect(self, file):
        for _ in range(600):
            try:
                with open(file) as f:
                    return socket.create_connection(("127.0.0.1", int(f.read())), timeout=120)
            except (OSError, ValueError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError("Firefox did not start")

    def read(self):
        """One message: its length, a colon, JSON."""
        head = b""
        while not head.endswith(b":"):
            head += self.some(1)
        body = b""
        while len(body) < int(head[:-1]):
            body += self.some(int(head[:-1]) - len(body))
        return json.loads(body)

    def some(self, n):
        piece = self.socket.recv(min(n, 1 << 20))
        if not piece:
            raise RuntimeError("Firefox has gone")
        return piece

    def call(self, command, params):
        self.count += 1
        data = json.dumps([0, self.count, command, params]).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(error.get("message", str(error))[:500])
        return result.get("value", result) if isinstance(result, dict) else result

    def open(self, path, fragment=""):
        self.call("WebDriver:Navigate", {"url": "about:blank"})
        self.call("WebDriver:Navigate", {"url": "file://" + os.path.abspath(path) + fragment})
        for _ in range(400):
            if self.js("return document.body.dataset.ready"):
                return
            time.sleep(0.05)
        raise RuntimeError("the page did not get ready: " + self.js("return document.querySelector('#fault').textContent"))

    def js(self, code, *args):
        """As a script of the page's own, which sees what its scripts declare."""
        return json.loads(self.call("WebDriver:ExecuteScript", {"args": [code, json.dumps(args)], "script": """
            const s = document.createElement('script'), root = document.documentElement;
            s.textContent = 'document.documentElement.dataset.told = JSON.stringify([(function () {' + arguments[0] + '}).apply(null, ' +
                arguments[1] + ')]);';
            delete root.dataset.told;
            (document.body || root).append(s);
            s.remove();
            const told = root.dataset.told || '[null]';
            delete root.dataset.told;
            return told;"""}) or "[null]")[0]

    def text(self, css):
        return self.js("return document.querySelector(arguments[0]).textContent", css)

    def screenshot(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("WebDriver:TakeScreenshot", {"full": False})))

    def close(self):
        try:
            self.call("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (RuntimeError, OSError):
            self.process.terminate()
        self.socket.close()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)
