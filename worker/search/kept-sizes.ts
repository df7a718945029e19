/**
 * The sizes in stock, remembered for half a minute per isolate: the finder asks with every choice, the page for the
 * lost with every bad address, and one reading walks the whole catalogue (40 ms at 20,000 units).
 */
import { formatTireSize, sizeSlug } from '../../schema/domain/tire-size.ts'
import { stockedSizes } from '../db/stock-index.ts'
import type { SizeLine } from './listing-engine.ts'

const KEEP_MS = 30_000

let kept: { db: D1Database; at: number; sizes: Promise<SizeLine[]> } | null = null

export function keptSizes(db: D1Database, now: number): Promise<SizeLine[]> {
  if (kept?.db === db && now - kept.at < KEEP_MS) return kept.sizes
  const entry = { db, at: now, sizes: stockedSizes(db) }
  kept = entry
  // A failed reading is not remembered.
  entry.sizes.catch(() => {
    if (kept === entry) kept = null
  })
  return entry.sizes
}

/**
 * What the finder counts. It knows no construction, so three numbers lead to the radial size where there is one
 * (225/45R17, not 225/45ZR17); the button must not count what that page does not show.
 */
export function finderSizes(sizes: readonly SizeLine[]): SizeLine[] {
  const inStock = new Set(sizes.map(({ slug }) => slug))
  return sizes.filter((line) => {
    const radial = sizeSlug(formatTireSize({ ...line, construction: 'R' }))
    return line.slug === radial || !inStock.has(radial)
  })
}
