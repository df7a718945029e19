/** The forms of the page of a unit: each changes one thing. Money is typed in dollars. */
import * as v from 'valibot'
import { parseDollars, plainNumber } from '../../platform/money.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import { UNIT_STATES, type UnitState } from './unit-state.ts'

const WHY = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.maxLength(200),
  v.transform((text) => text || null),
)
const OF_UNIT = {
  sku: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  version: FORM_VERSION,
  key: CHANGE_KEY,
  why: WHY,
}

/** The price as typed; `null` for a text that is no price, so that the rule of prices refuses it with its own words. */
const DOLLARS = v.pipe(
  v.string(),
  v.transform((text) => parseDollars(plainNumber(text))),
)

/** A count as typed; `NaN` for a text that is none, so that the rule of its field refuses it. */
const COUNT = v.pipe(
  v.string(),
  v.transform((text) => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN)),
)

/** An amount that may be left out; `NaN` for a text that is none. */
const OPTIONAL_DOLLARS = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.transform((text) => (text === '' ? null : (v.parse(DOLLARS, text) ?? Number.NaN))),
)

export const UNIT_FORM = v.variant('action', [
  v.object({ action: v.literal('price'), ...OF_UNIT, price: DOLLARS }),
  v.object({ action: v.literal('bin'), ...OF_UNIT, bin: v.pipe(v.string(), v.trim(), v.maxLength(300)) }),
  v.object({ action: v.literal('receipt'), ...OF_UNIT, tires: COUNT, costEach: OPTIONAL_DOLLARS }),
  v.object({ action: v.literal('state'), ...OF_UNIT, state: v.picklist(UNIT_STATES) }),
])
export type UnitForm = v.InferOutput<typeof UNIT_FORM>

/** What the buttons of a state are called, and whether they end the unit's life in the shop. */
export const STATE_ACTIONS: Readonly<Partial<Record<UnitState, { label: string; isFinal?: true }>>> = {
  live: { label: 'Put on sale' },
  parked: { label: 'Take off sale' },
  waiting: { label: 'Send to second inspection' },
  scrap: { label: 'Scrap', isFinal: true },
  lost: { label: 'Mark as lost', isFinal: true },
}

export const UNIT_MESSAGES = {
  saved: 'Saved.',
  price: 'Enter a price in dollars, such as 49.50.',
  received: 'The tires are added.',
  unchanged: 'Nothing was different, so nothing was changed.',
} as const
