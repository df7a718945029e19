/** Adds a unit to the shop (H14): product, stock, photos, options and landings in one batch with its row in the audit log. */
import { tireLandings } from '../../../schema/catalog/new-product/tire-landings.ts'
import { isShipped, type Product } from '../../../schema/catalog/product/product.ts'
import type { Actor, ChangeProblem } from '../../../schema/staff/changes/change.ts'
import type { UnitPhoto } from '../../../schema/staff/units/unit-record.ts'
import { addAuditRow, findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import {
  addLanding,
  addOptions,
  addPhotos,
  addProduct,
  addStock,
  isSkuFree,
  setUnit,
  type UnitDetails,
} from './create-unit.sql.ts'

export interface NewUnit {
  /** Its id is given by the database. */
  product: Product
  unit: UnitDetails
  /** Tires that are there. A unit that is not live has them off sale. */
  tires: number
  photos: readonly UnitPhoto[]
  /** Names the unit; a repeated request with it adds no second one. */
  key: string
  batch?: string | null
}

export type CreateUnitResult =
  | { ok: true; auditId: number }
  | { ok: false; problem: Extract<ChangeProblem, 'taken-sku' | 'repeated-key'> }

/** Adds a unit. Whether its values are right was checked before, by the rules of the intake or of an import. */
export async function createUnit(
  db: D1Database,
  actor: Actor,
  { product, unit, tires, photos, key, batch = null }: NewUnit,
  now: number,
): Promise<CreateUnitResult> {
  const { sku } = product
  const row = {
    ...{
      at: now,
      actor,
      kind: 'create',
      record: 'unit',
      recordId: sku,
      version: 1,
      why: unit.priceWhy ?? null,
    },
    ...{ key, batch, undoes: null, before: {} },
    after: { ...unit, price: product.price, photos, tires, tire: product.tire, report: product.passport },
  }
  const outcome = await runRecorded(db, [
    addAuditRow(row, isSkuFree(sku)),
    addProduct(product, now),
    setUnit(sku, { unit, tires }),
    addStock(product, { tires: unit.state === 'live' ? tires : 0, isCounted: isShipped(product.type), now }),
    addPhotos(sku, photos),
    ...(product.tire ? [addOptions(product.tire)] : []),
    ...(product.tire ? tireLandings(product.tire).flatMap(({ page }) => addLanding(page)) : []),
  ])
  if (typeof outcome !== 'string') return { ok: true, auditId: outcome.auditId }
  const first = await findAuditRow(db, { key })
  if (!first) return { ok: false, problem: 'taken-sku' }
  return first.recordId === sku && first.staffId === actor.staffId
    ? { ok: true, auditId: first.id }
    : { ok: false, problem: 'repeated-key' }
}
