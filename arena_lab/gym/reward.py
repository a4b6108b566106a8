"""What a step is worth."""

from collections.abc import Callable

from attrs import frozen

from arena_simulation_setup.frame import Frame


@frozen(eq=False)
class StepFacts:
    """What one step brought to the robot that is controlled.

    Attributes:
        seconds: Simulated time of the step.
        progress: Metres by which the way to the goal became shorter; 0 without a goal, and where the change is more
            than anybody drives in that time, as after a ride.
        phases_met: Phases that the robot completed.
        violations: Conditions of the robot that became violated.
        contacts: Contacts of the robot that began.
        succeeded: Whether the whole task was completed.
        failed: Whether the episode ended as a failure that is not one of a time limit.
        command: Forward speed, leftward speed (m/s) and yaw rate (rad/s) as asked for.
        robot: Row of the robot in the frame.
        frame: The state after the step.
    """

    seconds: float
    progress: float
    phases_met: int
    violations: int
    contacts: int
    succeeded: bool
    failed: bool
    command: tuple[float, float, float]
    robot: int
    frame: Frame


@frozen
class RewardTerms:
    """A reward that is a sum of terms; 0 leaves one out.

    Attributes:
        progress: Per metre that the way to the goal became shorter.
        phase: Per phase met.
        success: For the completed task.
        failure: For a failed episode; time limits are no failure.
        violation: Per condition that became violated.
        contact: Per contact that began.
        second: Per simulated second.
    """

    progress: float = 1.0
    phase: float = 2.0
    success: float = 10.0
    failure: float = -10.0
    violation: float = -2.0
    contact: float = -1.0
    second: float = -0.05

    def __call__(self, facts: StepFacts) -> float:
        """The sum for a step."""
        return (
            self.progress * facts.progress
            + self.phase * facts.phases_met
            + self.success * facts.succeeded
            + self.failure * facts.failed
            + self.violation * facts.violations
            + self.contact * facts.contacts
            + self.second * facts.seconds
        )


Reward = Callable[[StepFacts], float]
