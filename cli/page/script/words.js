/* SPDX-License-Identifier: MIT
 * A command line as a shell reads it: words, quotes. What a page has no use for (a prompt, the program's
 * name, a pipe) is left out. */
wgd.words = (() => {
  const PLAIN = /^[A-Za-z0-9_@%+=:,.\/-]+$/;
  const quote = (word) => (PLAIN.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'");

  /* [{text, from, to}]; `open`: the line ends inside quotes. */
  function tokens(line) {
    const out = [];
    let at = 0, open = false;
    while (at < line.length) {
      while (/\s/.test(line[at] || "")) at++;
      if (at >= line.length) break;
      const from = at;
      let text = "", end = "";
      for (; at < line.length && (end || !/\s/.test(line[at])); at++) {
        const c = line[at];
        if (end && c === end) end = "";
        else if (!end && c === "'" && /^0x[0-9a-f']+$/i.test(text) && /[0-9a-f]/i.test(line[at + 1] || "")) text += c; /* C++'s */
        else if (!end && (c === "'" || c === '"')) end = c;
        else if (c === "\\" && end !== "'" && at + 1 < line.length) text += line[++at];
        else text += c;
      }
      open = end !== "";
      out.push({ text, from, to: at, bare: line.slice(from, at) === text });
    }
    return { tokens: out, open };
  }

  /* The words behind "wgdesc", and what was left out. */
  function split(line) {
    const { tokens: all, open } = tokens(line.replace(/\\\n/g, " "));
    let from = 0;
    if (all[0] && all[0].text === "$") from++;
    if (all[from] && /(^|\/)wgdesc$/.test(all[from].text)) from++;
    let to = all.findIndex((t, i) => i >= from && t.bare && /^(\||\|\||&&|;|>|>>|<|[<>][A-Za-z.\/].*)$/.test(t.text));
    if (to < 0) to = all.length;
    return { words: all.slice(from, to).map((t) => t.text), open,
      rest: to < all.length ? line.slice(all[to].from) : "" };
  }

  /* A word or a layout that was pasted alone is a question, too. */
  function meant(line) {
    const text = line.trim();
    if (/^(0x)?[0-9a-f]{9,16}(ull|ul)?$/i.test(text) || /^0x[0-9a-f]+$/i.test(text)) {
      return "wgdesc decode 0x" + text.replace(/^0x|u?l*$/gi, "").toLowerCase();
    }
    if (/^(Sw<|\(|ComposedLayout|Layout|#ttg|#blocked|#shared|tensor<|!ttg)/.test(text)) {
      return "wgdesc solve --layout " + quote(text);
    }
    return line;
  }

  return { tokens, split, quote, meant, line: (words) => ["wgdesc", ...words.map(quote)].join(" ") };
})();
