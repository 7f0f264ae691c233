# SPDX-License-Identifier: MIT
"""docs/evidence/cost.svg: the law of the cost and what was measured, from docs/evidence/cost-*.json."""
import glob
import json

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 680, 420, 56, 16, 200, 44
MOST = 150  # cycles, at the top
FORMS = [("shared", False, "#0072b2", "A in shared memory"), ("registers", False, "#d55e00", "A in registers"),
         ("shared", True, "#009e73", "sparse, shared"), ("registers", True, "#cc79a7", "sparse, registers")]


def law(n, a, sparse):
    """Of m64nNk16.f32.f16.f16, as docs/hardware.md has it."""
    if a == "shared":
        return 16 + n / 2 if sparse else max(n / 2, 16 + n / 4)
    return max(n / 2, 13 if not sparse else 16 if n == 8 else 18)


def at(n, cycles):
    return (LEFT + (WIDTH - LEFT - RIGHT) * n / 256, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * cycles / MOST)


def axes():
    out = []
    for n in range(0, 257, 32):
        x, y = at(n, 0)
        out.append('<path class="grid" d="M%.1f %.1fV%d"/><text x="%.1f" y="%.1f" text-anchor="middle">%d</text>'
                   % (x, y, TOP, x, y + 16, n))
    for cycles in range(0, MOST + 1, 32):
        x, y = at(0, cycles)
        out.append('<path class="grid" d="M%.1f %.1fH%d"/><text x="%.1f" y="%.1f" text-anchor="end">%d</text>'
                   % (x, y, WIDTH - RIGHT, x - 6, y + 4, cycles))
    x, y = at(128, 0)
    out.append('<text x="%.1f" y="%.1f" text-anchor="middle">N</text>' % (x, y + 34))
    out.append('<text x="14" y="%.1f" text-anchor="middle" transform="rotate(-90 14 %.1f)">cycles</text>'
               % (at(0, MOST / 2)[1], at(0, MOST / 2)[1]))
    return out


def measured(run, a, sparse):
    """N -> the mean over the layouts, one warpgroup and one chain, K-major."""
    for r in run["rates"]:
        if (r["row"], r["a"], r["sparse"], r["chains"], r["warpgroups"], r["a_major"], r["b_major"]) == (
                "f32.f16.f16", a, sparse, 1, 1, "k", "k"):
            return {n: (low + high) / 2 for n, (low, high) in r["n"]}
    return {}


def figure():
    runs = []
    for path in sorted(glob.glob("docs/evidence/cost-*.json")):
        with open(path, encoding="ascii") as f:
            runs.append(json.load(f))
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">'
           % (WIDTH, HEIGHT),
           "<title>Cycles of wgmma m64nNk16.f32.f16.f16 by N</title>",
           "<style>.grid{stroke:#ddd;fill:none}.law{fill:none;stroke-width:1.5}</style>",
           '<rect width="%d" height="%d" fill="#fff"/>' % (WIDTH, HEIGHT)] + axes()
    for i, (a, sparse, colour, name) in enumerate(FORMS):
        points = " ".join("%.1f,%.1f" % at(n, law(n, a, sparse)) for n in range(8, 257, 8))
        out.append('<polyline class="law" stroke="%s" points="%s"/>' % (colour, points))
        y = TOP + 20 + 20 * i
        out.append('<path class="law" stroke="%s" d="M%d %dh24"/><text x="%d" y="%d">%s</text>'
                   % (colour, WIDTH - RIGHT + 12, y - 4, WIDTH - RIGHT + 42, y, name))
        for k, run in enumerate(runs):
            for n, cycles in sorted(measured(run, a, sparse).items()):
                x, y = at(n, cycles)
                out.append(('<circle cx="%.1f" cy="%.1f" r="3" fill="none" stroke="%s"/>' if k == 0 else
                            '<circle cx="%.1f" cy="%.1f" r="1.2" fill="%s"/>') % (x, y, colour))
    for k, run in enumerate(runs):
        y = TOP + 120 + 20 * k
        out.append(('<circle cx="%d" cy="%d" r="3" fill="none" stroke="#555"/>' if k == 0 else
                    '<circle cx="%d" cy="%d" r="1.2" fill="#555"/>') % (WIDTH - RIGHT + 24, y - 4))
        out.append('<text x="%d" y="%d">%s</text>' % (WIDTH - RIGHT + 42, y, run["device"].replace("NVIDIA ", "")))
    out.append('<text x="%d" y="%d">lines: the law</text>' % (WIDTH - RIGHT + 42, TOP + 120 + 20 * len(runs)))
    return "\n".join(out) + "\n</svg>\n"
