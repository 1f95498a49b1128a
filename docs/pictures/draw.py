"""Draws the timing diagrams docs/timing/*.json, which `timing::` tests take from real runs, as SVG beside them.

    python3 -m venv target/pictures
    target/pictures/bin/pip install -r docs/pictures/requirements.txt
    target/pictures/bin/python docs/pictures/draw.py
"""

import hashlib
import pathlib
import re
import xml.etree.ElementTree as tree

import wavedrom

SVG = "http://www.w3.org/2000/svg"
HREF = "{http://www.w3.org/1999/xlink}href"


def draw(text: str) -> str:
    """The picture of a diagram, without the parts of WaveDrom's skin that it does not use."""
    root = tree.fromstring(wavedrom.render(text).tostring())
    used = {use.get(HREF, "").removeprefix("#") for use in root.iter(f"{{{SVG}}}use")}
    for definitions in root.iter(f"{{{SVG}}}defs"):
        for part in list(definitions):
            if part.tag == f"{{{SVG}}}g" and part.get("id") not in used:
                definitions.remove(part)
    root.set("viewBox", root.get("viewBox").replace(",", " "))
    # Pages may be dark.
    paper = {"width": "100%", "height": "100%", "fill": "white"}
    root.insert(0, tree.Element(f"{{{SVG}}}rect", paper))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f"<!-- drawn from JSON with SHA-256 {digest} -->\n{tree.tostring(root, encoding='unicode')}\n"


if __name__ == "__main__":
    tree.register_namespace("", SVG)
    tree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    for diagram in sorted(pathlib.Path(__file__).parent.parent.glob("timing/*.json")):
        diagram.with_suffix(".svg").write_text(draw(diagram.read_text()))
        print(re.sub(r".*docs/", "docs/", str(diagram.with_suffix(".svg"))))
