"""Free space, clearance and the one path search: placement, people, navigator, linter and geodesic lengths use it."""

from arena_simulation_setup.route.cache import RouteCache
from arena_simulation_setup.route.clearance import ClearanceField
from arena_simulation_setup.route.doors import doors_on
from arena_simulation_setup.route.field import CostToGo
from arena_simulation_setup.route.grid import OccupancyGrid
from arena_simulation_setup.route.leg import Leg
from arena_simulation_setup.route.lifts import Cabin, Lift
from arena_simulation_setup.route.planner import RoutePlanner
from arena_simulation_setup.route.space import FreeSpace

__all__ = [
    "Cabin",
    "ClearanceField",
    "CostToGo",
    "FreeSpace",
    "Leg",
    "Lift",
    "OccupancyGrid",
    "RouteCache",
    "RoutePlanner",
    "doors_on",
]
