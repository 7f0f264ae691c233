/* SPDX-License-Identifier: MIT
 * The form of a command, made from the table of its options, in groups of what they change. */
wgd.form = (() => {
  const GROUPS = [
    ["The operand", ["arch", "dtype", "operand", "major", "swizzle", "shape", "slice", "n", "sparse", "kind", "op", "a", "b", "d",
      "acc", "layout", "tile", "b-dtype", "a-major", "b-major", "what", "access", "bits"]],
    ["Where it lies", ["start", "order", "block", "inst-block", "strides", "pitch", "global", "ld", "address", "a-swizzle",
      "b-swizzle", "smem", "reserve", "stages"]],
    ["What is shown", ["unit", "cells", "shade", "hide", "atom", "byte", "element", "thread", "step", "list", "explain"]],
  ];
  const COMMANDS = [["Descriptors", ["desc", "decode", "map", "check", "solve", "diff", "explain", "show"]],
    ["Layouts and registers", ["layout", "frag", "banks", "swizzle"]], ["Kernels", ["tma", "plan", "emit", "scan", "cost"]],
    ["Blackwell", ["idesc", "tmem", "sf"]]];
  let current = null, onChange = () => {};

  const labelOf = (o) => o.name.replace(/-/g, " ");

  function select(o, id, value) {
    const e = wgd.el("select", { id });
    const none = o.default ? "" : "-";
    if (none || !o.choices.some((c) => c.name === o.default)) e.append(wgd.el("option", { value: "" }, none || o.default));
    for (const c of o.choices) e.append(wgd.el("option", { value: c.name }, c.name));
    e.value = value === undefined || value === "" ? o.default || "" : value;
    if (e.selectedIndex < 0) {
      const known = o.choices.find((c) => c.aliases.includes(value) || c.name.toLowerCase() === String(value).toLowerCase());
      if (known) e.value = known.name;
      else e.append(wgd.el("option", { value, selected: true }, value));
    }
    return e;
  }

  function input(o, id, value) {
    const text = Array.isArray(value) ? value.map(wgd.words.quote).join(" ") : value || "";
    const wide = ["text", "arguments", "word"].includes(o.kind);
    return wgd.el("input", { id, type: "text", value: text, placeholder: o.default || o.argument || "", spellcheck: false,
      autocomplete: "off", class: wide ? "wide" : "" });
  }

  function field(command, o, values) {
    const id = "opt-" + o.name, value = values[o.name];
    const help = wgd.el("span", { class: "hint", id: id + "-help" }, o.help);
    let control, label;
    if (o.kind === "flag") {
      control = wgd.el("input", { id, type: "checkbox", checked: !!value });
      label = wgd.el("label", { class: "check" }, control, " " + labelOf(o));
    } else {
      control = o.kind === "enum" && o.choices ? select(o, id, value) : input(o, id, value);
      const needed = command.required.includes(o.name) ? wgd.el("abbr", { title: "needed" }, "*") : null;
      label = wgd.el("label", { for: id }, wgd.el("span", {}, labelOf(o), needed), control);
    }
    control.setAttribute("aria-describedby", id + "-help");
    label.title = o.help;
    const box = wgd.el("div", { class: "field" + (control.classList.contains("wide") ? " wide" : "") }, label, help);
    box.dataset.option = o.name;
    return box;
  }

  function group(title, boxes) {
    return boxes.length ? wgd.el("fieldset", {}, wgd.el("legend", {}, title), ...boxes) : null;
  }

  /* The command's own fields: operands first, then the groups, then what is left. */
  function fields(command, values) {
    const left = command.fields.slice(), take = (name) => {
      const i = left.findIndex((o) => o.name === name);
      return i < 0 ? null : left.splice(i, 1)[0];
    };
    const boxes = (names) => names.map(take).filter(Boolean).map((o) => field(command, o, values));
    const out = [group("The question", boxes(command.operands))];
    for (const [title, names] of GROUPS) out.push(group(title, boxes(names)));
    out.push(group("More", left.map((o) => field(command, o, values))));
    return out.filter(Boolean);
  }

  function valueOf(o) {
    const e = $("opt-" + o.name);
    if (!e) return undefined;
    if (o.kind === "flag") return e.checked;
    if (o.kind === "arguments") return wgd.words.tokens(e.value).tokens.map((t) => t.text);
    return e.value === o.default ? undefined : e.value.trim();
  }

  function read() {
    const values = {};
    for (const o of current.fields) values[o.name] = valueOf(o);
    return values;
  }

  /* What has no say: N of operand a, a major that the type cannot have. */
  function hideUseless(values) {
    const hide = (name, hidden) => {
      const box = $("form").querySelector('[data-option="' + name + '"]');
      if (box) box.hidden = hidden;
    };
    const of = (name) => values[name] || (current.options.find((o) => o.name === name) || {}).default;
    if (current.options.some((o) => o.name === "operand") && current.options.some((o) => o.name === "major")) {
      const type = wgd.tables.typeOf(of("dtype")), blackwell = /sm10/.test(of("arch") || "");
      hide("n", of("operand") !== "b");
      hide("major", !!type && !type.mn_major && !blackwell && of("major") !== "mn");
    }
  }

  /* Draws the form of what was parsed; keeps the focus where the same field is there again. */
  function show(parsed) {
    const focused = document.activeElement && document.activeElement.id;
    if (current !== parsed.command || !$("form").contains(document.activeElement)) {
      current = parsed.command;
      $("pick").value = current.name;
      if ($("pick").selectedIndex < 0) $("pick").selectedIndex = -1;
      $("form").replaceChildren(...fields(current, parsed.values));
      if (focused && focused.startsWith("opt-") && $(focused)) $(focused).focus();
    }
    $("about").textContent = current.summary;
    hideUseless(parsed.values);
  }

  function fillPick() {
    const known = new Set(), pick = $("pick");
    const add = (title, names) => {
      const g = wgd.el("optgroup", { label: title });
      for (const n of names.filter((name) => wgd.tables.get(name))) {
        known.add(n);
        g.append(wgd.el("option", { value: n }, n));
      }
      pick.append(g);
    };
    for (const [title, names] of COMMANDS) add(title, names);
    add("About the program", wgd.tables.list().map((c) => c.name).filter((n) => !known.has(n)));
  }

  /* Another command keeps the values that it knows by the same name and kind. */
  function change(name) {
    const next = wgd.tables.get(name), values = {}, old = read();
    for (const o of next.fields) {
      const was = current.fields.find((x) => x.name === o.name && x.kind === o.kind);
      if (was) values[o.name] = old[o.name];
    }
    const words = wgd.tables.words(next, values);
    const first = next.examples[0] && wgd.words.split(next.examples[0].command).words;
    const done = wgd.core.run(words).status === 2 && first ? first : words;
    onChange(wgd.words.line(done), "push");
  }

  function begin(changed) {
    onChange = changed;
    fillPick();
    $("pick").addEventListener("change", () => change($("pick").value));
    $("form").addEventListener("input", () => onChange(wgd.words.line(wgd.tables.words(current, read())), "replace"));
    $("ask").addEventListener("submit", (e) => e.preventDefault());
  }

  return { begin, show };
})();
