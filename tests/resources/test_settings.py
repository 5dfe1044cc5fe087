from pathlib import Path

import pytest

from resources.settings import SettingsError, load_settings, variables


def test_environment_wins_over_file(tmp_path: Path) -> None:
    (tmp_path / "tablewright.toml").write_text('home = "here"\n[pages]\ndpi = 150\ndeskew = false\n')
    settings = load_settings({"TABLEWRIGHT_PAGES_DPI": "300"}, tmp_path)
    assert (settings.pages.dpi, settings.pages.deskew) == (300, False)


def test_lists_are_comma_separated(tmp_path: Path) -> None:
    settings = load_settings({"TABLEWRIGHT_INTAKE_ALLOWED_HOSTS": "a.internal,b.internal:8080"}, tmp_path)
    assert settings.intake.allowed_hosts == ("a.internal", "b.internal:8080")


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("[pages]\ndip = 150\n", "no setting pages.dip"),
        ("[pages]\ndpi = 5\n", "dpi"),
        ("[pages]\ndpi = \n", "not valid TOML"),
        ('[limits]\nmax_pages = "many"\n', "max_pages"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, toml: str, says: str) -> None:
    (tmp_path / "tablewright.toml").write_text(toml)
    with pytest.raises(SettingsError, match=says):
        load_settings({}, tmp_path)


def test_every_variable_is_distinct() -> None:
    assert len(set(variables().values())) == len(variables())
