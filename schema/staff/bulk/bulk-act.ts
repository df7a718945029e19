/** What is changed of many units at once (H14): prices, bins, or whether they are for sale. Amounts are cents, shares hundredths of a percent. */
import * as v from 'valibot'
import { type Cents, formatMoney } from '../../platform/money.ts'
import type { ChangeProblem } from '../changes/change.ts'
import { roundToNine } from '../intake/price/price-suggestion.ts'
import type { UnitPatch, UnitValues } from '../units/unit-record.ts'

const PRICE_MAX = 10_000_000
const CENTS = v.pipe(v.number(), v.integer(), v.minValue(-PRICE_MAX), v.maxValue(PRICE_MAX))

export const BULK_ACT = v.variant('kind', [
  v.object({
    kind: v.literal('price'),
    /** `set`: to the amount. `add`: by the amount. `percent`: by the share. */
    how: v.picklist(['set', 'add', 'percent']),
    by: CENTS,
    /** To whole dollars that end in 9. */
    isRounded: v.boolean(),
  }),
  v.object({ kind: v.literal('bin'), bin: v.string() }),
  v.object({ kind: v.literal('state'), state: v.picklist(['live', 'parked']) }),
])
export type BulkAct = v.InferOutput<typeof BULK_ACT>
export type PriceAct = Extract<BulkAct, { kind: 'price' }>

/** Also what has its own fields for each unit: a grid, a file, a plan, an undo. */
export type JobAct = BulkAct | { kind: 'grid' | 'import' | 'plan' | 'undo' }

/** Returns the new price, at least one cent. `worker/staff/bulk/bulk-units.sql.ts` repeats the rule. */
export function nextPrice(price: Cents, { how, by, isRounded }: PriceAct): Cents {
  const exact =
    how === 'set' ? by : how === 'add' ? price + by : Math.floor((price * (10_000 + by) + 5_000) / 10_000)
  return isRounded ? roundToNine(Math.max(1, exact)) : Math.max(1, exact)
}

/** Returns the fields that an act changes of a unit, or why it changes none. */
export function toBulkPatch(
  act: BulkAct,
  { price, state }: Pick<UnitValues, 'price' | 'state'>,
): UnitPatch | ChangeProblem {
  switch (act.kind) {
    case 'price':
      return { price: nextPrice(price, act) }
    case 'bin':
      return { bin: act.bin }
    case 'state':
      // Units that wait, are recalled, scrapped or lost need a look of their own.
      return state === 'live' || state === 'parked' ? { state: act.state } : 'state'
  }
}

const percent = (share: number) => `${Math.abs(share) / 100}%`

/** Names an act, as the heading of its page. */
export function formatAct(act: JobAct): string {
  switch (act.kind) {
    case 'price': {
      const rounded = act.isRounded ? ', rounded to end in 9' : ''
      if (act.how === 'set') return `Set the price to ${formatMoney(act.by)}${rounded}`
      const amount = act.how === 'add' ? formatMoney(Math.abs(act.by)) : percent(act.by)
      return `${act.by < 0 ? 'Lower' : 'Raise'} prices by ${amount}${rounded}`
    }
    case 'bin':
      return `Move to bin ${act.bin}`
    case 'state':
      return act.state === 'parked' ? 'Take off sale' : 'Put on sale'
    case 'grid':
      return 'Edit as a sheet'
    case 'import':
      return 'Import a file'
    case 'plan':
      return 'Price plan'
    case 'undo':
      return 'Undo'
  }
}
