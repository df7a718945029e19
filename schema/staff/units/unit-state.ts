/** The states of a unit that staff decide (H14); whether it is held, picked or sold follows from stock and orders. */

export const UNIT_STATES = ['live', 'waiting', 'parked', 'recalled', 'in-set', 'scrap', 'lost'] as const
export type UnitState = (typeof UNIT_STATES)[number]
