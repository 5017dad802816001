"""
The documentation site: the pages of the repository in an order to be read, and pages made from what the product says.

``make docs`` builds it, with Sphinx, MyST and furo: all three are still released, every broken link or reference is an
error (-W), and what they write loads nothing from a network. MkDocs has had no release since 2024.
"""
