/** A recall of tires as a record that staff change (H14t), and which tires it names. */
import * as v from 'valibot'
import { optionSlug } from '../../catalog/finder/option-slug.ts'
import { sizeSlug } from '../../catalog/sizes/tire-size.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

/** Weeks are year and week as one number, `202352`; `null` names no model, size or end. */
export interface RecalledTire {
  brand: string
  model: string | null
  size: string | null
  from: number | null
  to: number | null
}

export interface RecallValues {
  maker: string
  notice: string
  remedy: string
  products: RecalledTire[]
  isOpen: boolean
}

export const NEW_RECALL: RecallValues = { maker: '', notice: '', remedy: '', products: [], isOpen: true }

const NOTICE_MAX = 6_000
const PRODUCTS_MAX = 500
const LINE = v.pipe(v.string(), v.trim(), v.maxLength(120))
const NAME = v.nullable(v.pipe(LINE, v.minLength(1)))
const WEEK = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(190001), v.maxValue(209953)))

/** Returns the number of a campaign in one spelling: `24T-011` is `24T011`, as NHTSA's 24T011000. */
export function normalizeCampaign(typed: string): string {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return /^\d{2}[A-Z]\d{6}$/.test(bare) ? bare.slice(0, 6) : bare
}

/** Returns the name of the changes that a version of a recall makes: the save and the units that it takes off sale are undone as one. */
export function recallBatch(campaign: string, version: number): string {
  return `recall ${campaign} v${version}`
}

export const CAMPAIGN = v.pipe(v.string(), v.regex(/^[A-Z0-9]{3,20}$/))

export const RECALL_PATCH = v.partial(
  v.strictObject({
    maker: LINE,
    notice: v.pipe(v.string(), v.trim(), v.maxLength(NOTICE_MAX)),
    remedy: v.pipe(v.string(), v.trim(), v.maxLength(NOTICE_MAX)),
    products: v.pipe(
      v.array(
        v.pipe(
          v.strictObject({
            brand: v.pipe(LINE, v.minLength(1)),
            ...{ model: NAME, size: NAME, from: WEEK, to: WEEK },
          }),
          v.check(({ from, to }) => from === null || to === null || from <= to),
        ),
      ),
      v.minLength(1),
      v.maxLength(PRODUCTS_MAX),
    ),
    isOpen: v.boolean(),
  }),
)
export type RecallPatch = v.InferOutput<typeof RECALL_PATCH>

/** Evaluates a change of a recall; a new one names a tire. */
export function evaluateRecall(
  before: RecallValues,
  patch: RecallPatch | Partial<RecallValues>,
  _facts: null,
  { actor, isUndo }: EvaluationContext,
): Evaluation<RecallValues> {
  if (!actor.may('safety')) return { ok: false, problem: 'permission' }
  const after = changedFields(before, patch as Partial<RecallValues>)
  const { products } = { ...before, ...after }
  return products.length === 0 && !isUndo
    ? { ok: false, problem: 'invalid', field: 'products' }
    : { ok: true, after }
}

/** Returns year and week of a DOT code or TIN as one number, `202319`; `null` when it has none. */
export function weekOf(dot: string | null): number | null {
  const [, week, year] = /(\d{2})(\d{2})$/.exec(dot ?? '') ?? []
  return week && year ? (2000 + Number(year)) * 100 + Number(week) : null
}

/** Formats `202319` as `2319`, as on a sidewall: week, then year. */
export function formatWeek(week: number): string {
  return `${String(week % 100).padStart(2, '0')}${String(Math.floor(week / 100) % 100).padStart(2, '0')}`
}

/** Returns brand, model and size as tires are indexed by. */
export function toSlugs({ brand, model, size }: Pick<RecalledTire, 'brand' | 'model' | 'size'>) {
  return {
    brand: optionSlug(brand),
    model: model === null ? null : optionSlug(model),
    size: size === null ? null : sizeSlug(size),
  }
}

interface TireFacts {
  brand: string
  model: string
  size: string
  /** The DOT code or TIN. */
  dot: string | null
}

/** Checks whether a recall names a tire. A tire whose week is not known may be one of them. */
export function isRecalled(
  { brand, model, size, dot }: TireFacts,
  products: readonly RecalledTire[],
): boolean {
  const made = weekOf(dot)
  const own = { brand: optionSlug(brand), model: optionSlug(model), size: sizeSlug(size) }
  return products.some((tire) => {
    const named = toSlugs(tire)
    return (
      named.brand === own.brand &&
      (named.model === null || named.model === own.model) &&
      (named.size === null || named.size === own.size) &&
      isInWeeks(made, tire)
    )
  })
}

/** Checks whether a week is within a range; an unknown week can be. */
export function isInWeeks(made: number | null, { from, to }: Pick<RecalledTire, 'from' | 'to'>): boolean {
  return made === null || ((from === null || made >= from) && (to === null || made <= to))
}
