/** The states of a unit that staff decide (H14); whether it is held, picked or sold follows from stock and orders. */

export const UNIT_STATES = [
  'live',
  'waiting',
  'parked',
  'recalled',
  'in-set',
  'split',
  'scrap',
  'lost',
] as const
export type UnitState = (typeof UNIT_STATES)[number]

export const UNIT_STATE_LABELS: Readonly<Record<UnitState, string>> = {
  live: 'On sale',
  waiting: 'Waits for second inspection',
  parked: 'Off sale',
  recalled: 'Recalled',
  'in-set': 'In a set',
  split: 'Broken up',
  scrap: 'Scrapped',
  lost: 'Lost',
}

/** The states of units that are in the yard by themselves, on sale or not. */
export const PRESENT_STATES = [
  'live',
  'waiting',
  'parked',
  'recalled',
] as const satisfies readonly UnitState[]

/** The states that may follow a state. What was scrapped or lost by mistake comes back by undo, or off sale first. */
const NEXT: Readonly<Record<UnitState, readonly UnitState[]>> = {
  live: ['parked', 'recalled', 'scrap', 'lost'],
  waiting: ['live', 'parked', 'recalled', 'scrap', 'lost'],
  parked: ['live', 'waiting', 'recalled', 'scrap', 'lost'],
  recalled: ['parked', 'live', 'waiting', 'scrap', 'lost'],
  // A tire of a set, and a set that was broken up, change with their set alone.
  'in-set': [],
  split: [],
  scrap: ['parked'],
  lost: ['parked', 'live'],
}

interface InspectedUnit {
  state: UnitState
  isInspected: boolean
  /** The shop wants a second inspection of the unit before it is sold. */
  isSecondAsked: boolean
}

/** Checks whether a unit that is not on sale goes on sale only together with a second inspection. */
export function needsSecond({ state, isInspected, isSecondAsked }: InspectedUnit): boolean {
  return state === 'waiting' || (isSecondAsked && !isInspected)
}

/** Checks whether a unit in the state `from` may come into the state `to`. */
export function mayFollow(from: UnitState, to: UnitState): boolean {
  return NEXT[from].includes(to)
}
