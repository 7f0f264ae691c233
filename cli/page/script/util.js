"use strict";
/* SPDX-License-Identifier: MIT
 * The page's scripts are joined by make in the order of page.mk; each adds one name to wgd. */
const wgd = {};
const $ = (id) => document.getElementById(id);

/* An element: properties by name, "class" and aria-/data- attributes too; children are nodes or texts. */
wgd.el = (tag, props, ...children) => {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") e.className = value;
    else if (/-|^(role|for|title|type|list|colspan|scope)$/.test(name)) e.setAttribute(name, value);
    else e[name] = value;
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
};

wgd.hex = (v) => (v < 0 ? "-0x" : "0x") + Math.abs(v).toString(16);
wgd.mod = (a, n) => ((a % n) + n) % n;
wgd.word = (text) => (/^0x[0-9a-f]{1,16}$/i.test(text.trim()) ? BigInt(text.trim()) : null);
wgd.fullWord = (text) => "0x" + BigInt(text).toString(16).padStart(16, "0");
wgd.escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
wgd.many = (n, what) => n + " " + what + (n === 1 ? "" : "s");
/* 196672 -> 196,672 */
wgd.grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
