# SPDX-License-Identifier: MIT
"""The Python package in the place of batch, for scripts that tests/python/golden.t runs a second time."""
import json
import os
import sys

from tap import BUILD

os.environ["WGDESC_ASK_LIBRARY"] = os.path.abspath(os.path.join(BUILD, "libwgdesc-ask.so"))
sys.dont_write_bytecode = True
sys.path.insert(0, "cli/python")
import wgdesc  # noqa: E402


def answer(request):
    """What the function of the command gives, with the request's id as batch has it."""
    if isinstance(request, str):
        return json.loads(wgdesc.ask_text(request))
    options = {k: v for k, v in request.items() if k not in ("cmd", "id")}
    try:
        if request["cmd"] == "layout":
            found = wgdesc.layout(options["op"], *options["args"]).to_dict()
        else:
            found = wgdesc.command(request["cmd"], **options).to_dict()
    except wgdesc.WgdescError as e:
        found = dict(e.answer)
    if os.environ["WGDESC_FRONT"] == "wrong" and "descriptor" in found:
        found["descriptor"] = "0x%016x" % (int(found["descriptor"], 16) ^ 1)
    return {**found, **({"id": request["id"]} if "id" in request else {})}
