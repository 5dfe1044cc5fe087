"""Documents that we make ourselves, whose truth is known at every stage: content, typesetting, degradation, files.

``python -m corpus.samples samples`` makes the shipped samples; it needs the extra ``samples`` and, for Chinese,
Debian's package ``fonts-wqy-microhei``.
"""
