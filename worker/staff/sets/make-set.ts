/** Makes a set of single tires (H14): they leave the shop and the set is on sale, in one batch or not at all. */
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { IntakeSettings } from '../../../schema/staff/intake/intake-settings.ts'
import { checkPrice, priceFloor } from '../../../schema/staff/intake/price/price-check.ts'
import { type SetSuggestion, suggestSetPrice } from '../../../schema/staff/sets/set-price.ts'
import { setDetails, setPhotos, toSetProduct } from '../../../schema/staff/sets/set-product.ts'
import {
  checkSet,
  costOf,
  type SetProblem,
  type SetTire,
  toSetProblem,
  toSetSize,
} from '../../../schema/staff/sets/set-rule.ts'
import { findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import { reserveSkus } from '../intake/intake.sql.ts'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'
import { unitStatements } from '../units/create-unit.sql.ts'
import { batchOfSet, joinTires } from './change-sets.sql.ts'
import { findTires, isBin, readSetSales } from './set-tires.sql.ts'

/** How often a set is evaluated again when somebody changed or bought one of its tires meanwhile. */
export const MAX_TRIES = 8

export interface NewSet {
  skus: readonly string[]
  /** Cents; `null` for a text that is no price. */
  price: number | null
  bin: string | null
  why: string | null
  /** Names the set; a repeated request with it makes no second one. */
  key: string
}

export type SetResult = { ok: true; sku: string; auditId: number } | { ok: false; problem: SetProblem }

/** Suggests a price for two or four tires; `null` for another number. */
export async function suggestSet(db: D1Database, tires: readonly SetTire[]): Promise<SetSuggestion | null> {
  const size = toSetSize(tires.length)
  if (size === null) return null
  const prices = tires.map(({ product: { price } }) => price)
  return suggestSetPrice(prices, await readSetSales(db, size), size)
}

/** Makes a set and returns its sku, or why nothing was changed. */
export async function makeSet(
  db: D1Database,
  actor: Actor,
  request: NewSet,
  now: number,
): Promise<SetResult> {
  if (!actor.may('intake')) return { ok: false, problem: toSetProblem('permission') }
  const settings = await readIntakeSettings(db)
  let sku: string | undefined
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const repeated = await findRepeatedSet(db, actor, request.key)
    if (repeated) return repeated
    // Their order is that of the inspection report, also when they are read as the tires of the set.
    const tires = (await findTires(db, request.skus)).toSorted((a, b) => a.product.id - b.product.id)
    const problem =
      (tires.length < request.skus.length ? toSetProblem('count') : checkSet(tires, settings)) ??
      (await priceProblem(db, actor, { request, tires, settings })) ??
      (request.bin !== null && !(await isBin(db, request.bin)) ? toSetProblem('bin', '', 'bin') : null)
    if (problem) return { ok: false, problem }
    sku ??= (await reserveSkus(db, 1))[0] ?? ''
    const statements = await makeStatements(db, actor, { request, tires, sku, now })
    if (!statements) return { ok: false, problem: toSetProblem('count') }
    const outcome = await runRecorded(db, statements)
    if (typeof outcome !== 'string') return { ok: true, sku, auditId: outcome.auditId }
  }
  return { ok: false, problem: toSetProblem('busy') }
}

/** Returns the result of the change that was made with this key before; `null` for a new key. */
export async function findRepeatedSet(db: D1Database, actor: Actor, key: string): Promise<SetResult | null> {
  const row = await findAuditRow(db, { key })
  if (!row) return null
  return row.record === 'unit' && row.batch === batchOfSet(key) && row.staffId === actor.staffId
    ? { ok: true, sku: row.recordId, auditId: row.id }
    : { ok: false, problem: toSetProblem('repeated-key') }
}

/** The rules of a unit's price at the intake, for all tires together. */
async function priceProblem(
  db: D1Database,
  actor: Actor,
  {
    request: { price, why },
    tires,
    settings,
  }: { request: NewSet; tires: readonly SetTire[]; settings: IntakeSettings },
): Promise<SetProblem | null> {
  if (price === null) return toSetProblem('price', '', 'price')
  const [leastPrice, leastMargin] = [settings.leastPrice, settings.leastMargin].map(
    (cents) => cents * tires.length,
  ) as [number, number]
  const [problem] = checkPrice(
    { price, priceWhy: why ?? undefined },
    {
      floor: priceFloor(costOf(tires), { leastPrice, leastMargin }),
      suggested: (await suggestSet(db, tires))?.price ?? null,
      may: { free: actor.may('price.free'), belowFloor: actor.may('price.below-cost') },
    },
  )
  return problem ? { code: 'price', message: problem.message, field: 'price' } : null
}

async function makeStatements(
  db: D1Database,
  actor: Actor,
  { request, tires, sku, now }: { request: NewSet; tires: readonly SetTire[]; sku: string; now: number },
) {
  const { key, price, bin, why } = request
  const size = toSetSize(tires.length)
  const product = size && price !== null ? toSetProduct(tires, { sku, size, price, now }) : null
  if (!product) return null
  const suggested = (await suggestSet(db, tires))?.price ?? null
  const added = {
    ...{ product, key, tires: tires.length, batch: batchOfSet(key), photos: setPhotos(tires) },
    unit: { ...setDetails(tires), bin, suggested, priceWhy: why },
    members: tires.map(({ product: { sku: member } }) => member),
  }
  const change = { actor, now, key, why, set: sku, kind: 'change' as const }
  return [...unitStatements(actor, added, now), ...joinTires(change, tires)]
}
