/* SPDX-License-Identifier: MIT
 * What a link says: the command line, and how its answer is looked at. */
wgd.state = (() => {
  /* What one looks at, beyond the command: which tab, what a cell is and says, the block, the element. */
  const VIEW = ["tab", "unit", "says", "block", "at", "other"];

  function fragment(line, view) {
    const out = new URLSearchParams({ c: line.replace(/^wgdesc /, "") });
    for (const name of VIEW) if (view[name] !== undefined && view[name] !== "") out.set(name, view[name]);
    return "#" + out.toString();
  }

  /* {line, view}, or null where the fragment is no state. */
  function read(hash) {
    const p = new URLSearchParams(hash.slice(1));
    if (!p.has("c")) return null;
    const view = {};
    for (const name of VIEW) if (p.has(name)) view[name] = p.get(name);
    return { line: "wgdesc " + p.get("c"), view };
  }

  /* The last commands, oldest first; a page of a file may have no storage. */
  const KEY = "wgdesc-history", MOST = 200;
  let lines = [];
  try {
    lines = JSON.parse(localStorage.getItem(KEY)) || [];
  } catch {
    lines = [];
  }

  function remember(line) {
    if (lines[lines.length - 1] === line) return;
    lines = lines.filter((l) => l !== line).concat(line).slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(lines));
    } catch {
      /* the history lasts as long as the page */
    }
  }

  return { fragment, read, remember, history: () => lines };
})();
