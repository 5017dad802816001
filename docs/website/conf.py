"""Configuration of Sphinx; ``website.build`` prepares the sources."""

from tournaments import __version__
from website.type_names import resolve_type_names

project = "Pairproof"
author = "the authors of Pairproof"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
language = "en"
html_theme = "furo"
html_title = f"Pairproof {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_domain_indices = False
html_use_index = False
templates_path: list[str] = []
suppress_warnings: list[str] = []

# Blocks of commands are commands, not Python; single backquotes in docstrings name things.
highlight_language = "none"
default_role = "code"
myst_heading_anchors = 4
myst_links_external_new_tab = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
add_module_names = False
html_extra_path = ["extra"]


def setup(_app: object) -> None:
    """Let annotations be resolved before any signature is shown."""
    resolve_type_names()
