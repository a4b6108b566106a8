"""How much room robots get."""

# Beside the radius of a robot where its start or goal is chosen, metres.
ROBOT_CLEARANCE = 0.25
