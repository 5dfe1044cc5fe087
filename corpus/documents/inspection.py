"""A Chinese inspection record in landscape: two header rows, merged over columns, and groups merged over rows."""

from __future__ import annotations

from random import Random

from corpus.blocks import Document, Grid, Heading, Pairs, Paragraph, Span

GROUPS = (
    ("外形尺寸", (("总长（mm）", 240.0, 0.15), ("总宽（mm）", 86.0, 0.10), ("总高（mm）", 52.5, 0.10))),
    ("孔位精度", (("孔径 A（mm）", 12.0, 0.02), ("孔径 B（mm）", 8.0, 0.02), ("孔距（mm）", 64.0, 0.05))),
    ("表面质量", (("粗糙度 Ra（μm）", 1.6, 0.20), ("镀层厚度（μm）", 12.0, 1.50))),
    ("机械性能", (("硬度（HRC）", 45.0, 2.0), ("扭矩（N·m）", 30.0, 1.2))),
)
SAMPLES = 5


def inspection(rng: Random) -> Document:
    """One lot, five pieces measured, and the verdict for each quantity."""
    first = ("检验类别", "检验项目", "标准值", "允许偏差", "实测值", *[""] * (SAMPLES - 1), "判定")
    second = ("", "", "", "", *[f"样品{i}" for i in range(1, SAMPLES + 1)], "")
    rows, spans = [first, second], [Span(0, 4, columns=SAMPLES)]
    spans += [Span(0, column, rows=2) for column in (0, 1, 2, 3, 4 + SAMPLES)]
    for group, items in GROUPS:
        spans.append(Span(len(rows), 0, rows=len(items)))
        for i, (name, nominal, tolerance) in enumerate(items):
            places = 2 if tolerance < 1 else 1
            values = [nominal + rng.gauss(0, tolerance / 2.0) for _ in range(SAMPLES)]
            good = all(round(abs(round(v, places) - nominal), places) <= tolerance for v in values)
            texts = [f"{v:.{places}f}" for v in values]
            limit = f"±{tolerance:.{places}f}"
            rows.append(
                (group if i == 0 else "", name, f"{nominal:.{places}f}", limit, *texts, "合格" if good else "不合格")
            )
    return Document(
        "inspection-record",
        "zh",
        (
            Heading("成品检验记录"),
            Pairs(
                (("产品名称：", "传动轴支座"), ("产品批号：", "ZC-240518")),
                (("抽样数量：", f"{SAMPLES} 件"), ("检验日期：", "2024-05-20")),
            ),
            Grid(
                tuple(rows),
                (1.3, 1.9, 1.0, 1.2, *[1.0] * SAMPLES, 1.0),
                "clccccccccc"[: 5 + SAMPLES],
                header_rows=2,
                spans=tuple(spans),
            ),
            Paragraph("备注：环境温度 20 °C，相对湿度 55 %。量具均在检定有效期内。"),
            Paragraph("检验员：苏怀瑾　　　　审核：顾长卿　　　　批准：林若谷"),
        ),
        footer="青石岭精密机械有限公司　质量检验部　表单编号 QR-07-03",
        landscape=True,
        size=10.5,
    )
