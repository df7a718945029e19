/** Takes the units that open recalls name off sale (H14t), at once and with a row in the audit log for each. */
import type { Tire } from '../../../schema/catalog/product/product.ts'
import { inParts } from '../../../schema/platform/parts.ts'
import { SHOP_ACTOR } from '../../../schema/staff/changes/change.ts'
import { isRecalled, recallBatch, toSlugs } from '../../../schema/staff/safety/recall-record.ts'
import { applyMany, PART_SIZE } from '../changes/apply-many.ts'
import {
  addMatches,
  type FoundMatch,
  findMatches,
  readBrandsOfYard,
  readOpenRecalls,
} from './recall-matches.sql.ts'

/** Recalls of one query; each names up to 500 tires, and a parameter of D1 has a limit of 2 MB. */
const RECALLS_AT_ONCE = 20

/**
 * Matches open recalls with the units: all, or those of some campaigns or of one unit. Returns the numbers of the units that it took off
 * sale; each waits for a person. A unit that came back on sale although nobody freed it, as after an undo, is taken off sale again. Can be
 * repeated. `now` is in milliseconds.
 */
export async function matchRecalls(
  db: D1Database,
  { campaigns = null, sku = null }: { campaigns?: readonly string[] | null; sku?: string | null },
  now: number,
): Promise<string[]> {
  const open = await readOpenRecalls(db, campaigns)
  if (open.length === 0) return []
  // NHTSA's file names every maker, and few of them are in a yard.
  const brands = await readBrandsOfYard(db, sku)
  const recalls = open
    .map(({ campaign, version, products }) => ({
      campaign,
      version,
      products: products.filter((tire) => brands.has(toSlugs(tire).brand)),
    }))
    .filter(({ products }) => products.length > 0)
  const found: FoundMatch[] = []
  for (const part of inParts(recalls, RECALLS_AT_ONCE)) found.push(...(await findMatches(db, part, { sku })))
  const matched = new Set<string>()
  for (const { campaign, version } of recalls) {
    const units = found.filter((match) => match.campaign === campaign)
    for (const part of inParts(units, PART_SIZE))
      for (const name of await takeOffSale(db, { campaign, version }, part, now)) matched.add(name)
  }
  return [...matched]
}

async function takeOffSale(
  db: D1Database,
  { campaign, version }: { campaign: string; version: number },
  units: readonly FoundMatch[],
  now: number,
): Promise<string[]> {
  const results = await applyMany(
    db,
    SHOP_ACTOR,
    {
      ...{ record: 'unit', batch: recallBatch(campaign, version), why: `Recall ${campaign}` },
      changes: units.map(({ sku }) => ({
        ...{ id: sku, patch: { state: 'recalled' }, version: null, key: `recall ${campaign} ${sku} ${now}` },
      })),
      also: (made) => {
        const done = new Set(made.flatMap(({ id, ok }) => (ok ? [id] : [])))
        const taken = units.filter(({ sku }) => done.has(sku))
        return [addMatches(campaign, taken, now)]
      },
    },
    now,
  )
  return results.flatMap(({ id, ok }) => (ok ? [id] : []))
}

/** Checks whether an open recall names a tire that is taken in. */
export async function isTireRecalled(
  db: D1Database,
  tire: Pick<Tire, 'brand' | 'model' | 'size' | 'dot'>,
): Promise<boolean> {
  return (await readOpenRecalls(db, null)).some(({ products }) => isRecalled(tire, products))
}
