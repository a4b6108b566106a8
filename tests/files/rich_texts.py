"""A world and scenarios that use every kind of thing, as text."""

RICH = """\
zones:
- name: room
  description: The room
  corners: [[0, 0], [4, 0], [4, 3], [0, 3]]
  material: [Lab/Oak, {tint: red}]
  walls:
  - {start: [0, 0], end: [4, 0], kind: ward_walls}
  - {start: [4, 0, 0.5], end: [4, 3], material: {name: Oak, domain: Lab, _modifiers: {tint: blue}}}
  doors:
  - {name: a, start: [1, 0], end: [2, 0], activation_distance: [1, 2], colour_code: 007, semantics: [{preset: gate}]}
  - {name: b, start: [2, 0], end: [3, 0], activation_distance: 1.5, material: ""}
  elevators: [{name: lift, position: [2, 2], door_side: +x, recall_on: "!alarm", maker: {name: on, year: 1990}}]
  signals: [{name: s, semantics: [{preset: signal, params: {phases: [{name: on, duration: 5}], regime: r}}]}]
  schedules: [{name: t, semantics: [{state: state, distance: 2}]}]
  sounds: [{name: u, asset_id: v, entity_ref: desk, offset: [0, 0, 1], loop: false}]
  lights: [{name: l, fixture: spot, frame: arm, lumens: 3, cone_deg: 30, direction: [0, 1, 0], lit: false}]
  ceiling_lights: {spacing: 1, light_on: alarm}
  ceiling_height: 2.5
  semantics: [{state: max_speed, value: 1}, {preset: occupancy_cap, params: {cap: 3}}]
  entities:
    static:
    - {name: desk, model: Lab/Object/desk, pose: [1, 1, 0, 0.1, 0, 1], scale: [1, 2, 1], light: {lit: true}, seats: 2}
    dynamic:
    - name: ann
      pose: room
      waypoints: [[1, 1], room, {position: [2, 2], level_id: x}]
      agent: {agent_type: adult}
  facility: {code: 1e3, tags: [on, "7", 7, 7.0, null, true]}
microphones: [{zone: room, placement: desk, position: [1, 1, 1], gain: 3}]
lights: [{name: sky, fixture: dome, lux: 300}]
"""

PHASES = """\
robots:
- start: [0, 0]
  goal_floor: 007
  phases:
  - {goto: [1, 2], tolerance_radius: 0.5, hold_time: 1e-1, signal: done}
  - {goto: kitchen, pose: [4, 5, 1], on_failure: stop_task, text: Go there.}
  - {until: "not ann in kitchen", instruction: Wait.}
  - {gesture: wave, instance: left}
  - {gesture: ""}
  - {reach: stow, planning_time: 2}
  - {reach: [0.1, 0.2, 0.3, 0, 0, 0], frame: tool}
  conditions: [{op: never, p: robot in hall}]
"""

LEGACY = """\
obstacles:
  static: [{name: a, model: table, pos: [1, 2, 0]}]
  interactive: [{name: b, model: shelf, pos: [2, 2, 0]}]
  dynamic: [{name: c, model: arenian, pos: [3, 2, 0], waypoints: [[1, 1], [2, 2]]}]
robots: [{start: [0, 0], goal: [4, 4]}]
"""
