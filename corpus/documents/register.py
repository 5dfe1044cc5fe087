"""A Chinese register of equipment: ruled, narrow columns, running over the page's end."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from corpus.blocks import Document, Grid, Heading, Pairs, Paragraph, Span
from corpus.money import amount

KINDS = (
    ("台式计算机", ("启明 T480", "启明 T620"), 3800, 6200),
    ("激光打印机", ("云墨 M226", "云墨 M404"), 1400, 3600),
    ("数控车床", ("北川 CK6140", "北川 CK6150"), 86000, 148000),
    ("空气压缩机", ("海桥 LG-15", "海桥 LG-22"), 9800, 21500),
    ("电动叉车", ("长岭 CPD15", "长岭 CPD20"), 52000, 78000),
    ("电子天平", ("衡准 FA2004", "衡准 FA1004"), 2600, 5200),
    ("投影仪", ("光域 X500",), 2900, 5800),
    ("焊接机", ("铁峰 NBC-350", "铁峰 ZX7-400"), 3200, 7600),
    ("恒温干燥箱", ("衡准 DHG-9070",), 1900, 4300),
)
PLACES = ("机加工车间", "装配车间", "质量检验部", "仓储物流部", "财务部", "行政办公室")
STATES = ("在用", "在用", "在用", "在用", "维修", "闲置")


def register(rng: Random, count: int) -> Document:
    """The equipment of a works, one row each, and what it cost."""
    header = ("序号", "设备编号", "设备名称", "规格型号", "购置日期", "数量", "原值（元）", "使用部门", "状态")
    rows, cost, number = [header], Decimal(0), 0
    for i in range(1, count + 1):
        name, models, low, high = rng.choice(KINDS)
        number += rng.randint(1, 7)
        day = date(2016, 1, 4) + timedelta(days=rng.randint(0, 2900))
        pieces = rng.choice((1, 1, 1, 2, 3)) if high < 9000 else 1
        value = Decimal(rng.randint(low, high)) * pieces
        cost += value
        row = (str(i), f"SB-{day:%Y}-{number:03}", name, rng.choice(models), f"{day:%Y-%m-%d}", str(pieces))
        rows.append((*row, amount(value), rng.choice(PLACES), rng.choice(STATES)))
    rows.append(("合计", "", "", "", "", "", amount(cost), "", ""))
    return Document(
        "equipment-register",
        "zh",
        (
            Heading("固定资产设备登记表"),
            Pairs((("单位名称：", "青石岭精密机械有限公司"),), (("登记日期：", "2024-06-30"),)),
            Grid(
                tuple(rows),
                (0.7, 1.6, 1.5, 1.8, 1.4, 0.7, 1.5, 1.5, 0.8),
                "clllcrrlc",
                totals=1,
                spans=(Span(len(rows) - 1, 0, columns=6),),
            ),
            Paragraph("登记人：陆文舟　　复核人：沈予安　　部门负责人：韩青禾"),
        ),
        footer="青石岭精密机械有限公司　第 {page} 页，共 {pages} 页",
        size=9,
    )
