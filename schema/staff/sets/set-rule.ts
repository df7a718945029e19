/** Which tires may be sold as one set (H14): two or four that are alike, each of them on sale alone. */
import type { Product } from '../../catalog/product/product.ts'
import { sizeSlug } from '../../catalog/sizes/tire-size.ts'
import { optionSlug } from '../../paths.ts'
import type { Cents } from '../../platform/money.ts'
import { type AlikeTire, isSet } from '../intake/alike.ts'
import type { IntakeSettings } from '../intake/intake-settings.ts'
import type { unit } from '../units/unit.table.ts'
import type { UnitPhoto } from '../units/unit-record.ts'

/** A unit that is, or may become, a tire of a set. */
export interface SetTire {
  product: Product
  unit: typeof unit.$inferSelect
  /** Tires that can be sold: none while an order holds it. */
  qty: number
  photos: readonly UnitPhoto[]
}

export const SET_SIZES = [2, 4] as const
export type SetSize = (typeof SET_SIZES)[number]

export const SET_MESSAGES = {
  count: 'Choose two or four tires.',
  single: '{sku} isn’t a used single tire.',
  'not-on-sale': '{sku} is no longer on sale: it’s sold, held or in another set.',
  'not-alike': 'These tires aren’t alike enough. Choose others.',
  bin: 'No bin has this code.',
  price: 'Enter a price, such as 249.',
  why: 'Say why.',
  permission: 'Your role doesn’t include this. Ask a manager.',
  'repeated-key': 'This request was used for another change.',
  busy: 'Others are changing this right now. Try again.',
  gone: 'There’s no such set.',
  'not-whole': 'This set is sold, held or off sale for another reason, so it stays together.',
  'tires-changed': 'Its tires were changed since, so they can’t be put together again.',
} as const
export type SetProblemCode = keyof typeof SET_MESSAGES

/** Why nothing was done; `field` is that of the form. */
export interface SetProblem {
  code: SetProblemCode
  message: string
  field?: 'bin' | 'price' | 'why'
}

/** Returns a problem with its words; `sku` is the tire that it is about. */
export function toSetProblem(code: SetProblemCode, sku = '', field?: SetProblem['field']): SetProblem {
  return { code, message: SET_MESSAGES[code].replace('{sku}', sku), ...(field && { field }) }
}

/** Returns how many tires a set of this many has; `null` for a number that is no set. */
export function toSetSize(count: number): SetSize | null {
  return SET_SIZES.find((size) => size === count) ?? null
}

/** Returns what a tire is compared by. */
export function toAlikeTire({ product: { tire, passport } }: Pick<SetTire, 'product'>): AlikeTire {
  return {
    brandSlug: optionSlug(tire?.brand ?? ''),
    modelSlug: optionSlug(tire?.model ?? ''),
    sizeSlug: tire ? sizeSlug(tire.size) : '',
    load: tire?.tireLoad ?? null,
    speed: tire?.tireSpeed ?? null,
    runFlat: tire?.runFlat ?? false,
    depths: passport?.grooves[0] ?? [tire?.treadDepth ?? 0],
    dot: tire?.dot ?? null,
  }
}

/** Checks whether a unit is one used tire with an inspection report. */
export function isUsedSingle({ product }: Pick<SetTire, 'product'>): boolean {
  const { setqty, type, tire, passport } = product
  return setqty === 1 && type === 'simple' && tire?.condition === 'Used' && passport !== null
}

/** Checks whether a unit is on sale and nobody has ordered it. */
export function isFree({ unit: { state }, qty }: Pick<SetTire, 'unit' | 'qty'>): boolean {
  return state === 'live' && qty === 1
}

/** Returns why these tires, each named once, are no set; `null` for a set. */
export function checkSet(
  tires: readonly SetTire[],
  limits: Pick<IntakeSettings, 'setTread' | 'setWeeks'>,
): SetProblem | null {
  const other = tires.find((tire) => !isUsedSingle(tire))
  if (other) return toSetProblem('single', other.product.sku)
  const gone = tires.find((tire) => !isFree(tire))
  if (gone) return toSetProblem('not-on-sale', gone.product.sku)
  if (toSetSize(tires.length) === null) return toSetProblem('count')
  return isSet(tires.map(toAlikeTire), limits) ? null : toSetProblem('not-alike')
}

/** Returns what the tires cost in cents; `null` unless all are known. */
export function costOf(tires: readonly SetTire[]): Cents | null {
  return tires.reduce<Cents | null>(
    (sum, { unit: { cost } }) => (sum === null || cost === null ? null : sum + cost),
    0,
  )
}
