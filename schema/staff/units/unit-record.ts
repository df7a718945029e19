/** What staff change of a unit, and the rules of each field (H14). Amounts are cents, times milliseconds. */
import * as v from 'valibot'
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import { wholeNumber } from '../../platform/forms/number-text.ts'
import { boundedList } from '../../platform/list.ts'
import type { Cents } from '../../platform/money.ts'
import {
  type ChangeProblem,
  changedFields,
  type Evaluation,
  type EvaluationContext,
  type FieldFormat,
} from '../changes/change.ts'
import { averageCost, type Receipt } from './receipt.ts'
import { mayFollow, needsSecond, UNIT_STATES, type UnitState } from './unit-state.ts'

/** Who inspected the unit as the second person, and when. */
export interface SecondInspection {
  by: number
  name: string
  at: number
}

export interface UnitPhoto {
  /** Its name in the bucket. */
  image: string
  label: string
}

/** The fields of a unit that staff change. */
export interface UnitValues {
  price: Cents
  specialPrice: Cents | null
  specialFrom: number | null
  specialTo: number | null
  priceWhy: string | null
  state: UnitState
  bin: string | null
  lotId: number | null
  /** Of tires that come in quantities, the average of those that are there. */
  cost: Cents | null
  /** What each tire of the last receipt cost. */
  lastCost: Cents | null
  tin: string | null
  second: SecondInspection | null
  /** In their order. */
  photos: UnitPhoto[]
  /** Tires that are added or, below zero, taken away; always 0 in what is stored. */
  addTires: number
}

/** What a rule reads beside the fields. */
export interface UnitFacts {
  /** Whether the price follows from parts or variants. */
  isPriceDerived: boolean
  suggested: Cents | null
  /** Ids of the staff who made its first inspection, at intake or when it came back; of a set, those of all its tires. */
  firstInspectors: readonly number[]
  /** The shop wants a second inspection of the unit before it is sold. */
  isSecondAsked: boolean
  /** Names of photos that the unit may have: those it has, and those that were taken of it. */
  isOwnPhoto(image: string): boolean
  isBinKnown: boolean
  isLotKnown: boolean
  /** Tires that can be sold, and those that are off sale. */
  qty: number
  offSale: number
  isCounted: boolean
  /** More tires of it can come in. */
  isRestocked: boolean
}

const MAX_CENTS = 10_000_000
const CENTS = wholeNumber(MAX_CENTS)
const TIME = v.pipe(v.number(), v.integer(), v.minValue(0))
const MAX_TIRES = 10_000
const MAX_PHOTOS = 20
/** A price that is further from the suggested one needs a reason. */
const WHY_FROM_PERCENT = 25

/** A change of a unit; fields that it leaves out stay. */
export const UNIT_PATCH = v.partial(
  v.strictObject({
    price: v.pipe(CENTS, v.minValue(1)),
    specialPrice: v.nullable(CENTS),
    specialFrom: v.nullable(TIME),
    specialTo: v.nullable(TIME),
    priceWhy: v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(200))),
    state: v.picklist(UNIT_STATES),
    bin: v.nullable(v.pipe(v.string(), v.trim(), v.toUpperCase(), v.minLength(1), v.maxLength(20))),
    lotId: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    cost: v.nullable(CENTS),
    tin: v.nullable(v.pipe(v.string(), v.regex(/^[A-HJ-NPR-Y0-9]{7,13}$/))),
    /** The one who sends the change has inspected the unit. */
    second: v.literal(true),
    photos: boundedList(
      v.strictObject({
        image: v.pipe(v.string(), v.maxLength(200)),
        label: v.pipe(v.string(), v.maxLength(100)),
      }),
      MAX_PHOTOS,
    ),
    addTires: v.pipe(v.number(), v.integer(), v.minValue(-MAX_TIRES), v.maxValue(MAX_TIRES)),
    /** Adds tires and what they cost to the average. */
    receipt: v.strictObject({
      tires: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TIRES)),
      costEach: v.nullable(CENTS),
    }),
  }),
)

export type UnitPatch = v.InferOutput<typeof UNIT_PATCH>

interface UnitField {
  label: string
  /** The permission that a change of the field needs. */
  permission: StaffPermission
  format?: FieldFormat
}

/** The fields with their labels in the audit log. */
export const UNIT_FIELDS: Readonly<Record<keyof UnitValues, UnitField>> = {
  price: { format: 'money', label: 'Price', permission: 'price' },
  specialPrice: { format: 'money', label: 'Special price', permission: 'price' },
  specialFrom: { format: 'time', label: 'Special price from', permission: 'price' },
  specialTo: { format: 'time', label: 'Special price until', permission: 'price' },
  priceWhy: { label: 'Reason of the price', permission: 'price' },
  state: { format: 'state', label: 'State', permission: 'units.correct' },
  bin: { label: 'Bin', permission: 'units.move' },
  lotId: { label: 'Lot', permission: 'cost.see' },
  cost: { format: 'money', label: 'Cost', permission: 'cost.see' },
  lastCost: { format: 'money', label: 'Cost at the last receipt', permission: 'cost.see' },
  tin: { label: 'TIN', permission: 'units.correct' },
  second: { format: 'person', label: 'Second inspection', permission: 'inspect' },
  photos: { format: 'count', label: 'Photos', permission: 'intake' },
  addTires: { format: 'delta', label: 'Tires', permission: 'units.correct' },
}

type Problem = { problem: Exclude<ChangeProblem, 'conflict'>; field: keyof UnitValues | 'receipt' }

/** Evaluates a change of a unit: permissions, then the rule of each field. */
export function evaluateUnit(
  before: UnitValues,
  patch: UnitPatch | Partial<UnitValues>,
  facts: UnitFacts,
  context: EvaluationContext,
): Evaluation<UnitValues> {
  const { receipt, ...fields } = withInspector(patch, context)
  const after = { ...changedFields(before, fields), ...(receipt && received(before, receipt, facts)) }
  const problem =
    setProblem(before, after) ??
    (receipt && !facts.isRestocked ? NOT_RESTOCKED : null) ??
    rightProblem(before, after, context) ??
    stateProblem(before, after, facts, context) ??
    priceProblem(before, after, facts, context) ??
    inspectorProblem(after, facts, context) ??
    unknownProblem(after, facts) ??
    stockProblem(after, facts)
  return problem ? { ok: false, ...problem } : { ok: true, after }
}

/** Where a tire of a set is, and whether it is for sale, is decided for the whole set. */
function setProblem({ state }: UnitValues, after: Partial<UnitValues>): Problem | null {
  const field = (['state', 'bin', 'addTires'] as const).find((name) => after[name] !== undefined)
  if (field === undefined) return null
  if (state === 'in-set' || after.state === 'in-set') return { problem: 'in-set', field }
  return state === 'split' || after.state === 'split' ? { problem: 'split', field } : null
}

function rightProblem(
  before: UnitValues,
  after: Partial<UnitValues>,
  { actor }: EvaluationContext,
): Problem | null {
  const missing = (Object.keys(after) as (keyof UnitValues)[]).find((field) => {
    const permission =
      field === 'state' && after.state
        ? statePermission(before.state, after.state)
        : UNIT_FIELDS[field].permission
    return !actor.may(permission)
  })
  return missing ? { problem: 'permission', field: missing } : null
}

/** Taking a unit off sale and back is the work of the yard; what ends a unit needs more. */
export function statePermission(from: UnitState, to: UnitState): StaffPermission {
  if (from === 'waiting' && to === 'live') return 'inspect'
  if (from === 'recalled') return 'safety'
  const isReversible = (state: UnitState) => state === 'live' || state === 'parked'
  return isReversible(from) && isReversible(to) ? 'units.move' : 'units.correct'
}

function stateProblem(
  { state, second }: UnitValues,
  after: Partial<UnitValues>,
  { qty, isCounted, isSecondAsked }: UnitFacts,
  { why, isUndo }: EvaluationContext,
): Problem | null {
  if (after.state === undefined) return null
  if (!isUndo && !mayFollow(state, after.state)) return { problem: 'state', field: 'state' }
  if (state === 'recalled' && !why && !isUndo) return { problem: 'why', field: 'state' }
  const isInspected = second !== null
  if (after.state === 'live' && !after.second && !isUndo)
    if (needsSecond({ state, isInspected, isSecondAsked })) return { problem: 'uninspected', field: 'state' }
  // What comes back of a recalled unit stays off sale, also when its last tires are sold.
  if (after.state === 'recalled' || (isUndo && state === 'recalled')) return null
  // The last tires of a unit on sale are in an order, so they are no longer the yard's to take away.
  return state === 'live' && isCounted && qty === 0 ? { problem: 'held', field: 'state' } : null
}

function priceProblem(
  before: UnitValues,
  after: Partial<UnitValues>,
  { isPriceDerived, suggested }: UnitFacts,
  { actor, why, isUndo }: EvaluationContext,
): Problem | null {
  const { price, specialPrice } = { ...before, ...after }
  if (specialPrice !== null && specialPrice >= price) return { problem: 'special', field: 'specialPrice' }
  const field = after.price !== undefined ? 'price' : after.specialPrice != null ? 'specialPrice' : null
  if (field === null || isUndo) return null
  if (isPriceDerived) return { problem: 'derived-price', field }
  const sold = specialPrice ?? price
  if (before.cost !== null && sold < before.cost && !actor.may('price.below-cost'))
    return { problem: 'below-cost', field }
  const base = suggested ?? before.price
  const percent = base === 0 ? 0 : (100 * Math.abs(sold - base)) / base
  if (actor.maxPriceChange !== null && percent > actor.maxPriceChange)
    return { problem: 'price-limit', field }
  return percent > WHY_FROM_PERCENT && !why ? { problem: 'why', field } : null
}

/** The sender of a second inspection is its inspector, and now is its time. */
function withInspector(
  patch: UnitPatch | Partial<UnitValues>,
  { actor, now }: EvaluationContext,
): Partial<UnitValues> & Pick<UnitPatch, 'receipt'> {
  if (patch.second !== true) return patch as Partial<UnitValues>
  const { second: _, ...rest } = patch
  const second = actor.staffId === null ? null : { by: actor.staffId, name: actor.name, at: now }
  return { ...(rest as Partial<UnitValues>), second }
}

const NOT_RESTOCKED: Problem = { problem: 'not-restocked', field: 'receipt' }

/** Returns what a receipt changes. Both costs are written even if they stay, because an undo compares them. */
function received({ cost }: UnitValues, receipt: Receipt, { qty, offSale }: UnitFacts): Partial<UnitValues> {
  const { tires, costEach } = receipt
  if (costEach === null) return { addTires: tires }
  return {
    addTires: tires,
    cost: averageCost({ tires: qty + offSale, cost }, receipt),
    lastCost: costEach,
  }
}

function inspectorProblem(
  { second }: Partial<UnitValues>,
  { firstInspectors }: UnitFacts,
  { isUndo }: EvaluationContext,
): Problem | null {
  return second && !isUndo && firstInspectors.includes(second.by)
    ? { problem: 'inspector', field: 'second' }
    : null
}

function unknownProblem(
  { bin, lotId, photos = [] }: Partial<UnitValues>,
  { isBinKnown, isLotKnown, isOwnPhoto }: UnitFacts,
): Problem | null {
  if (bin != null && !isBinKnown) return { problem: 'bin', field: 'bin' }
  if (lotId != null && !isLotKnown) return { problem: 'lot', field: 'lotId' }
  return photos.every(({ image }) => isOwnPhoto(image)) ? null : { problem: 'invalid', field: 'photos' }
}

function stockProblem(
  { addTires }: Partial<UnitValues>,
  { isCounted, qty, offSale }: UnitFacts,
): Problem | null {
  if (addTires === undefined) return null
  return isCounted && qty + offSale + addTires >= 0 ? null : { problem: 'stock', field: 'addTires' }
}
