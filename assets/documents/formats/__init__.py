"""One module a file format: ``matches(data)`` tells it by content, ``measure(data, most)`` its pages, of which at the
most one beyond ``most`` is looked at; neither decodes anything."""
