/* SPDX-License-Identifier: MIT
 * The program, as WebAssembly: a command line in, what it prints out. */
wgd.core = (() => {
  let module, core, file = null;
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  async function unpacked(base64) {
    const raw = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }

  async function start() {
    core = (await WebAssembly.instantiate(module, {})).exports;
    if (file) supply(file.name, file.text);
  }

  async function load(base64) {
    module = await WebAssembly.compile(await unpacked(base64));
    await start();
  }

  function put(bytes) {
    const at = core.room(bytes.length);
    if (!at) throw new Error("out of memory");
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  const text = (at, n) => (n ? decoder.decode(new Uint8Array(core.memory.buffer, at, n)) : "");

  /* A trap leaves the memory in no state: the next question begins with a fresh one. */
  function stopped(e) {
    start();
    return { status: 3, out: "", err: "wgdesc: error: the core has stopped: " + e.message + "\n", written: "" };
  }

  /* The last answers: text, JSON and picture of one question share them. */
  const RECENT = 4;
  let recent = [];

  /* What the program prints for these words, "wgdesc" not among them. */
  function run(words) {
    const key = words.join("\0"), known = recent.find((r) => r.key === key);
    if (known) return known.answer;
    const answer = runAnew(words);
    recent = [{ key, answer }, ...recent.slice(0, RECENT - 1)];
    return answer;
  }

  function runAnew(words) {
    try {
      const status = core.command(put(encoder.encode(["wgdesc", ...words].map((w) => w + "\0").join(""))));
      return { status, out: text(core.output(), core.output_length()),
        err: text(core.complaint(), core.complaint_length()), written: text(core.written(), core.written_length()) };
    } catch (e) {
      return stopped(e);
    }
  }

  /* The JSON of an answer, or null where it is none. */
  function json(words) {
    const a = run([...words, "--json"]);
    try {
      return JSON.parse(a.out || a.err);
    } catch {
      return null;
    }
  }

  /* A request as text, as batch reads it. */
  function ask(request) {
    try {
      core.ask(put(encoder.encode(request)));
      return text(core.output(), core.output_length());
    } catch (e) {
      return stopped(e).err;
    }
  }

  /* The file that commands can read, under its name and as "-". */
  function supply(name, content) {
    file = { name, text: content };
    recent = [];
    const head = encoder.encode(name), body = encoder.encode(content), all = new Uint8Array(head.length + body.length);
    all.set(head);
    all.set(body, head.length);
    return core.supply(head.length, put(all)) !== 0;
  }

  return { load, run, json, ask, supply };
})();
