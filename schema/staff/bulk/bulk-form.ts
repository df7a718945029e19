/** The forms of changes of many units. Amounts are typed in dollars and percent. */
import * as v from 'valibot'
import { ROW_ID } from '../../platform/forms/number-text.ts'
import { parseDollars, plainNumber } from '../../platform/money.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { BIN_CODE } from '../units/yard-record.ts'
import type { BulkAct } from './bulk-act.ts'

const MAX_PERCENT = 500
const MAX_DOLLARS = 100_000
const WHY = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(200))
/** Marked units by their skus, or the query of a filter. */
const UNITS = {
  units: v.optional(v.pipe(v.string(), v.maxLength(8_000)), ''),
  filter: v.optional(v.pipe(v.string(), v.maxLength(2_000)), ''),
  key: CHANGE_KEY,
}
const DIRECTIONS = ['set', 'lower-percent', 'raise-percent', 'lower-dollars', 'raise-dollars'] as const
export type PriceDirection = (typeof DIRECTIONS)[number]
export const DIRECTION_LABELS: Readonly<Record<PriceDirection, string>> = {
  'lower-percent': 'Lower by %',
  'raise-percent': 'Raise by %',
  'lower-dollars': 'Lower by $',
  'raise-dollars': 'Raise by $',
  set: 'Set to $',
}

export const BULK_FORM = v.variant('action', [
  v.object({
    action: v.literal('price'),
    ...UNITS,
    how: v.picklist(DIRECTIONS),
    amount: v.pipe(v.string(), v.maxLength(20)),
    nine: v.optional(v.string()),
    why: WHY,
  }),
  v.object({ action: v.literal('bin'), ...UNITS, bin: v.pipe(v.string(), v.maxLength(300)) }),
  v.object({ action: v.picklist(['parked', 'live']), ...UNITS, why: WHY }),
  v.object({
    action: v.picklist(['start', 'stop', 'continue', 'undo', 'discard']),
    job: ROW_ID,
    key: CHANGE_KEY,
  }),
])
export type BulkForm = v.InferOutput<typeof BULK_FORM>
export type EditForm = Extract<BulkForm, { units: string }>

export const BULK_MESSAGES = {
  amount: 'Type an amount above 0, such as 10 or 12.50.',
  percent: 'Prices can be lowered by less than 100% and raised by up to 500%.',
  why: 'Say why. It’s written into the history of each unit.',
  bin: 'No bin has this code.',
  none: 'No unit fits. Mark units in the list, or change its filters.',
  same: 'All of these units are like this already.',
  state: 'It was started, stopped or finished already.',
  'not-yours': 'Someone else made this preview. Make your own.',
  limit: 'These are more units than your role changes at once. Ask the owner.',
} as const

type ActResult =
  | { ok: true; act: BulkAct; why: string | null }
  | { ok: false; field: string; message: string }

/** Returns the act of a form, or which field is wrong. */
export function parseAct(form: EditForm): ActResult {
  switch (form.action) {
    case 'bin': {
      const bin = v.safeParse(BIN_CODE, form.bin)
      return bin.success
        ? { ok: true, act: { kind: 'bin', bin: bin.output }, why: null }
        : { ok: false, field: 'bin', message: bin.issues[0].message }
    }
    case 'parked':
    case 'live':
      return { ok: true, act: { kind: 'state', state: form.action }, why: form.why || null }
    case 'price':
      return parsePrice(form)
  }
}

function parsePrice({ how, amount, nine, why }: Extract<EditForm, { action: 'price' }>): ActResult {
  const hundredths = parseDollars(plainNumber(amount.replace('%', '')))
  if (hundredths === null || hundredths <= 0 || hundredths > MAX_DOLLARS * 100)
    return { ok: false, field: 'amount', message: BULK_MESSAGES.amount }
  const isPercent = how.endsWith('percent')
  const isLower = how.startsWith('lower')
  if (isPercent && (isLower ? hundredths >= 10_000 : hundredths > MAX_PERCENT * 100))
    return { ok: false, field: 'amount', message: BULK_MESSAGES.percent }
  if (!why) return { ok: false, field: 'why', message: BULK_MESSAGES.why }
  const kind = how === 'set' ? 'set' : isPercent ? 'percent' : 'add'
  const by = isLower ? -hundredths : hundredths
  return { ok: true, act: { kind: 'price', how: kind, by, isRounded: nine !== undefined }, why }
}
