"""A Chinese price list with every other row shaded; each quarter has the same structure and other prices."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from random import Random

from corpus.blocks import Document, Grid, Heading, Pairs, Paragraph
from corpus.money import amount, cents

GOODS = (
    ("YH-101", "明前绿茶", "250克/盒", "盒", "128.00", 20),
    ("YH-102", "高山红茶", "250克/盒", "盒", "96.00", 20),
    ("YH-103", "桂花乌龙茶", "200克/罐", "罐", "88.50", 30),
    ("YH-104", "茉莉花茶", "200克/罐", "罐", "62.00", 30),
    ("YH-105", "陈年普洱饼茶", "357克/饼", "饼", "215.00", 10),
    ("YH-106", "白牡丹", "150克/盒", "盒", "142.00", 20),
    ("YH-201", "槐花蜂蜜", "500克/瓶", "瓶", "45.80", 24),
    ("YH-202", "枣花蜂蜜", "500克/瓶", "瓶", "39.90", 24),
    ("YH-203", "百花蜂蜜", "1000克/瓶", "瓶", "68.00", 12),
    ("YH-301", "干香菇", "300克/袋", "袋", "52.00", 40),
    ("YH-302", "黑木耳", "250克/袋", "袋", "36.50", 40),
    ("YH-303", "银耳", "150克/袋", "袋", "28.00", 40),
    ("YH-304", "黄花菜", "200克/袋", "袋", "24.60", 40),
    ("YH-401", "山核桃仁", "180克/罐", "罐", "58.00", 24),
    ("YH-402", "南瓜子", "500克/袋", "袋", "21.50", 50),
    ("YH-403", "葡萄干", "500克/袋", "袋", "26.80", 50),
    ("YH-501", "五常大米", "5千克/袋", "袋", "79.00", 20),
    ("YH-502", "黑糯米", "1千克/袋", "袋", "18.90", 60),
    ("YH-503", "有机小米", "1千克/袋", "袋", "22.40", 60),
    ("YH-601", "冷榨山茶油", "500毫升/瓶", "瓶", "118.00", 12),
    ("YH-602", "芝麻香油", "250毫升/瓶", "瓶", "32.00", 24),
)


def price_list(rng: Random, year: int, quarter: int) -> Document:
    """The list that is valid in one quarter."""
    header = ("产品编号", "产品名称", "规格", "单位", "单价（元）", "起订量", "生效日期")
    valid = date(year, 3 * quarter - 2, 1)
    rows = [header]
    for code, name, pack, unit, price, minimum in GOODS:
        value = cents(Decimal(price) * (100 + rng.randint(-4, 6)) / 100)
        rows.append((code, name, pack, unit, amount(value), str(minimum), f"{valid:%Y-%m-%d}"))
    numeral = "一二三四"[quarter - 1]
    return Document(
        f"price-list-{year}-q{quarter}",
        "zh",
        (
            Heading("云合土特产商行"),
            Heading(f"{year}年第{numeral}季度产品价格表", 2),
            Pairs((("编号：", f"JG-{year}-{quarter:02}"),), (("联系人：", "白若溪"),)),
            Grid(tuple(rows), (1.2, 1.7, 1.5, 0.8, 1.2, 1.0, 1.5), "lllcrrc", ruling="zebra"),
            Paragraph("说明：以上价格含税，不含运费；订货满五千元免运费。价格如有变动，以新价格表为准。"),
        ),
        footer="云合土特产商行　地址：临溪市东平路 18 号",
        size=10.5,
    )
