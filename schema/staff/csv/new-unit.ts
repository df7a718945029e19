/** Rows of a file that add tires (H14w): the rules of the intake, for what a file can say. */
import { tireOf, tireProduct } from '../../catalog/new-product/tire-product.ts'
import { CONDITIONS, type Condition, type Product, SEASONS, SKU_MAX } from '../../catalog/product/product.ts'
import { parseDotCode } from '../../catalog/sizes/dot-code.ts'
import { parseMarking } from '../../catalog/sizes/tire-marking.ts'
import { isGranted } from '../../identity/staff/permissions.ts'
import type { Cents } from '../../platform/money.ts'
import { checkDraft, type IntakeContext } from '../intake/check-draft.ts'
import type { Block, IntakeDraft } from '../intake/intake-draft.ts'
import { tinOf } from '../intake/intake-unit.ts'
import { numberOfSku } from '../intake/unit-sku.ts'
import type { UnitState } from '../units/unit-state.ts'
import { missingPermission } from './added-permissions.ts'
import { permissionMessage, ROW_MESSAGES } from './csv-messages.ts'
import { UNIT_COLUMNS } from './unit-columns.ts'

/** A unit that a file adds; amounts in cents. */
export interface AddedUnit {
  product: Product
  unit: {
    state: UnitState
    bin: string | null
    lotId: number | null
    cost: Cents | null
    tin: string | null
    priceWhy: string | null
  }
  tires: number
}

export type NewRowResult = { ok: true; added: AddedUnit } | { ok: false; message: string }

export interface NewRowContext extends Omit<IntakeContext, 'facts'> {
  /** Why the file is imported. */
  why: string
  bins: ReadonlySet<string>
  /** What a tire of each lot cost; `null` for an unknown cost. */
  lots: ReadonlyMap<number, Cents | null>
}

/** What a file can't say of a new tire: it follows from an inspection, or belongs to a price of its own. */
const NOT_OF_NEW = ['special_price', 'special_from', 'special_to', 'grade']
const SKU = /^[A-Z0-9][A-Z0-9._-]*$/i
const MAX_TIRES = 10_000

type Cells = Readonly<Record<string, string | undefined>>

/** Returns why a file may not give a new tire this number; `null` for a good one. An empty one is given by the shop. */
function numberProblem(sku: string): string | null {
  if (sku === '') return null
  if (numberOfSku(sku.toUpperCase()) !== null) return ROW_MESSAGES.number
  return SKU.test(sku) && sku.length <= SKU_MAX ? null : ROW_MESSAGES.sku
}

function choiceOf<Value extends string>(values: readonly Value[], text: unknown): Value | null {
  return values.find((value) => value.toLowerCase() === String(text ?? '').toLowerCase()) ?? null
}

/** `2019-W04`, as an export writes it, is `0419` on the sidewall. */
const dotOf = (text: string) => text.replace(/^20(\d\d)-W(\d\d)$/i, '$2$1')

/** Returns what a row adds, with `sku` as its number, or the first thing that is wrong with it. */
export function readNewUnit(cells: Cells, sku: string, context: NewRowContext): NewRowResult {
  const problem = numberProblem(sku)
  if (problem) return { ok: false, message: problem }
  const values = new Map<string, string | number | null>()
  for (const { name, parse } of UNIT_COLUMNS) {
    const value = parse(cells[name]?.trim() ?? '')
    const isEmpty = (cells[name]?.trim() ?? '') === ''
    if (value === undefined && !isEmpty) return { ok: false, message: `${ROW_MESSAGES.value} ${name}.` }
    values.set(name, isEmpty ? null : (value ?? null))
  }
  const extra = NOT_OF_NEW.find((name) => values.get(name) != null)
  if (extra) return { ok: false, message: `${ROW_MESSAGES.ofNew} ${extra}.` }
  const condition = choiceOf(CONDITIONS, values.get('condition'))
  if (!condition) return { ok: false, message: ROW_MESSAGES.condition }
  const tires = Number(values.get('tires') ?? (condition === 'Used' ? 1 : Number.NaN))
  if (!Number.isInteger(tires) || tires < 1 || tires > MAX_TIRES)
    return { ok: false, message: ROW_MESSAGES.tires }
  if (condition === 'Used' && tires !== 1) return { ok: false, message: ROW_MESSAGES.usedTires }
  const state = values.get('state') ?? 'live'
  if (state !== 'live' && state !== 'parked') return { ok: false, message: ROW_MESSAGES.state }
  return toAdded(values, { sku, condition, tires, state }, context)
}

interface Basics {
  sku: string
  condition: Condition
  tires: number
  state: 'live' | 'parked'
}

function toAdded(
  values: ReadonlyMap<string, string | number | null>,
  { sku, condition, tires, state }: Basics,
  { why, bins, lots, ...context }: NewRowContext,
): NewRowResult {
  const textOf = (name: string) => String(values.get(name) ?? '').trim()
  const numberOf = (name: string) => {
    const value = values.get(name)
    return typeof value === 'number' ? value : null
  }
  const draft = toDraft({ textOf, numberOf }, why)
  const { lotId = null, bin } = draft
  const cost = numberOf('cost') ?? (lotId === null ? null : (lots.get(lotId) ?? null))
  const isMeasured = condition === 'Used'
  const tire = tireIn(draft, condition)
  const missing = missingPermission(
    { price: draft.price ?? null, cost, lotId, dot: tire?.dot ?? null },
    {
      may: (permission) => isGranted(context, permission),
      maxAge: context.settings.maxAge,
      now: context.now,
    },
  )
  if (missing) return { ok: false, message: permissionMessage(missing) }
  const { blocks } = checkDraft(
    { ...draft, ...(isMeasured ? {} : { depths: [] }) },
    {
      ...context,
      settings: { ...context.settings, photos: false },
      facts: {
        cost,
        suggested: null,
        ...(bin && { isKnownBin: bins.has(bin) }),
        ...(lotId && { isKnownLot: lots.has(lotId) }),
      },
    },
  )
  const checked: Block[] = [
    'size',
    'tire',
    'price',
    ...(draft.dot || isMeasured ? (['dot'] as const) : []),
    ...(isMeasured ? (['tread'] as const) : []),
  ]
  const [wrong] = checked.flatMap((block) => blocks[block].problems)
  if (wrong || !tire || draft.price == null) return { ok: false, message: wrong?.message ?? ROW_MESSAGES.sku }
  return {
    ok: true,
    added: {
      product: tireProduct(tire, {
        sku,
        price: draft.price,
        setqty: 1,
        status: 1,
        passport: null,
        now: context.now,
      }),
      // Nobody has looked at a used tire yet, so it waits off sale.
      unit: {
        state: isMeasured ? 'parked' : state,
        bin: bin || null,
        lotId,
        cost,
        tin: tinOf(draft),
        priceWhy: why || null,
      },
      tires,
    },
  }
}

interface Reader {
  textOf(name: string): string
  numberOf(name: string): number | null
}

/** Returns the draft of an intake with what the row says; a full tread and its depth when new have defaults. */
function toDraft({ textOf, numberOf }: Reader, why: string): IntakeDraft {
  const depth = numberOf('tread_depth')
  const draft: IntakeDraft = {
    marking: textOf('size'),
    brand: textOf('brand'),
    model: textOf('model'),
    season: choiceOf(SEASONS, textOf('season')),
    depths: depth === null ? [] : [depth],
    dot: textOf('tin') || dotOf(textOf('dot')),
    bin: textOf('bin').toUpperCase(),
    lotId: numberOf('lot'),
    price: numberOf('price'),
    priceWhy: why,
    // A size that the shop never had is shown before anything is added.
    confirmed: ['size-new'],
    findings: [],
    noFindings: true,
    photos: [],
    anotherThan: [],
  }
  return { ...draft, treadNew: numberOf('tread_new') ?? tireIn(draft, 'New')?.treadNew ?? null }
}

/** Returns the tire of a draft; `null` while the draft says too little. */
function tireIn({ marking, brand, model, season, depths, treadNew, dot }: IntakeDraft, condition: Condition) {
  const found = parseMarking(marking ?? '')
  if (!found || !brand || !model || !season) return null
  const code = parseDotCode(dot ?? '')
  const [treadDepth] = depths
  return tireOf(found, {
    brand,
    model,
    season,
    condition,
    treadNew,
    ...(treadDepth !== undefined && { treadDepth }),
    dot: typeof code === 'string' ? null : code.date,
  })
}
