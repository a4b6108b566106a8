"""Plain values as YAML that reads back to the same values, here and with other YAML readers."""

from typing import Any

import yaml

from arena_simulation_setup.files.values import plain_word

LINE_LENGTH = 120


class _Dumper(yaml.CSafeDumper):
    """Writes texts in quotes wherever a reader could take them for something else."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def yaml_text(value: Any) -> str:
    """The YAML of plain values, keys in the given order, innermost lists and mappings on one line."""
    return yaml.dump(
        value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=LINE_LENGTH, default_flow_style=None
    )


def _text(dumper: _Dumper, value: str) -> yaml.ScalarNode:
    ambiguous = not isinstance(plain_word(value), str)
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="'" if ambiguous else None)


_Dumper.add_representer(str, _text)
