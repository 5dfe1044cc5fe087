"""Pages into titles, body, tables, figures, headers and footers."""
