// SPDX-License-Identifier: MIT
// page_core.js CORE.gz TASKS: asks the page's core {"asks": [request as text], "runs": [[word]], "file": [name, text]} and
// prints what it answers.
const fs = require('fs'), zlib = require('zlib');
const [core, tasks] = process.argv.slice(2);
const { asks, runs, file } = JSON.parse(fs.readFileSync(tasks));
const module_ = new WebAssembly.Module(zlib.gunzipSync(fs.readFileSync(core)));
const x = new WebAssembly.Instance(module_, {}).exports;
const put = (bytes) => { const at = x.room(bytes.length); Buffer.from(x.memory.buffer).set(bytes, at); return bytes.length; };
const text = (at, n) => Buffer.from(x.memory.buffer, at, n).toString();
if (file) {
    const head = Buffer.from(file[0]), all = Buffer.concat([head, Buffer.from(file[1])]);
    x.supply(head.length, put(all));
}
const out = { imports: WebAssembly.Module.imports(module_).length, asks: [], runs: [] };
for (const a of asks || []) {
    x.ask(put(Buffer.from(a)));
    out.asks.push(text(x.output(), x.output_length()));
}
for (const words of runs || []) {
    const status = x.command(put(Buffer.from(['wgdesc', ...words].map((w) => w + '\0').join(''))));
    out.runs.push([status, text(x.output(), x.output_length()), text(x.complaint(), x.complaint_length()), text(x.written(), x.written_length())]);
}
fs.writeSync(1, JSON.stringify(out));
