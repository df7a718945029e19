/** Takes the units that open recalls name off sale (H14t), at once and with a row in the audit log for each. */
import type { Tire } from '../../../schema/catalog/product/product.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { isRecalled } from '../../../schema/staff/safety/recall-record.ts'
import { applyMany, PART_SIZE } from '../changes/apply-many.ts'
import { addMatches, findMatches, readOpenRecalls } from './recall-matches.sql.ts'

/** The shop itself, which asks nobody before it takes a recalled tire off sale. */
export const RECALL_ACTOR: Actor = {
  ...{ staffId: null, name: 'Recalls', session: null, source: 'import', maxPriceChange: null },
  may: () => true,
}

/**
 * Matches open recalls with the units: all, or those of some campaigns or of one unit. Returns the numbers of the units that were matched for
 * the first time; each waits for a person. Can be repeated. `now` is in milliseconds.
 */
export async function matchRecalls(
  db: D1Database,
  { campaigns = null, sku = null }: { campaigns?: readonly string[] | null; sku?: string | null },
  now: number,
): Promise<string[]> {
  const recalls = await readOpenRecalls(db, campaigns)
  if (recalls.length === 0) return []
  const found = await findMatches(db, recalls, sku)
  const matched = new Set<string>()
  for (const { campaign } of recalls) {
    const units = found.filter((match) => match.campaign === campaign)
    for (let from = 0; from < units.length; from += PART_SIZE) {
      const part = units.slice(from, from + PART_SIZE)
      for (const name of await takeOffSale(db, campaign, part, now)) matched.add(name)
    }
  }
  return [...matched]
}

async function takeOffSale(
  db: D1Database,
  campaign: string,
  units: Awaited<ReturnType<typeof findMatches>>,
  now: number,
): Promise<string[]> {
  const results = await applyMany(
    db,
    RECALL_ACTOR,
    {
      ...{ record: 'unit', batch: `recall ${campaign} ${now}`, why: `Recall ${campaign}` },
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
