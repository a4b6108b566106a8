"""What the language model is told about behaviour trees."""

CROWD = 6
"""Fewest people of a crowd."""

TREE_RULES = """Each person has an "agent" with a "behavior_tree": a BehaviorTree.CPP tree as one text of XML, with
<root BTCPP_format="4"> outside and one <BehaviorTree ID="..."> in it. It may use Sequence, Fallback, ReactiveSequence,
Inverter, Repeat and RetryUntilSuccessful; the conditions IsRobotVisible, IsRobotClose and IsGoalReached; the actions
RegularNav, SurprisedNav, CuriousNav, ScaredNav, ThreateningNav and UpdateGoal, with the ports that these need."""
CROWD_RULES = f"""There is a crowd: at least {CROWD} people, most of them in groups, and not two with the same tree."""
