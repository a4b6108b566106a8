from __future__ import annotations

import pytest
from purity_rules import purity_complaints
from source_files import source_files


def test_no_wall_clock_and_no_global_random_state_in_the_core() -> None:
    assert [text for file in source_files() for text in purity_complaints(file.text, file.module)] == []


OFFENCES = [
    "import time\nstart = time.time()",
    "import time as clock\nstart = clock.monotonic_ns()",
    "from time import perf_counter\nstart = perf_counter()",
    "def late():\n    from time import perf_counter as now\n    return now()",
    "from datetime import datetime\nstamp = datetime.now()",
    "import datetime\nstamp = datetime.datetime.utcnow()",
    "import random\nx = random.random()",
    "from random import choice\nx = choice([1, 2])",
    "import numpy as np\nx = np.random.uniform()",
    "import numpy\nnumpy.random.seed(1)",
    "from numpy.random import normal\nx = normal()",
    "from numpy import random\nx = random.normal()",
    "import numpy as np\nrng = np.random.default_rng()",
    "import uuid\nname = uuid.uuid4().hex",
]


@pytest.mark.parametrize("source", OFFENCES)
def test_offence_is_reported(source: str) -> None:
    assert len(purity_complaints(source, "arena_runtime.simulation")) == 1


@pytest.mark.parametrize(
    "module", ["arena_runtime.ros.clock", "task_generator.ros.main", "arena_lab.bench", "arena_cli.run"]
)
def test_edges_may_look_at_the_clock(module: str) -> None:
    assert purity_complaints("import time\nstart = time.time()", module) == []


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\ndef draw(rng: np.random.Generator) -> float:\n    return rng.random()",
        "from numpy.random import PCG64, Generator\nrng = Generator(PCG64(1))",
        "def late(time: float, random: float) -> float:\n    return time + random",
    ],
)
def test_state_that_is_an_argument_is_not_reported(source: str) -> None:
    assert purity_complaints(source, "arena_runtime.people.walk") == []
