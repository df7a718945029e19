/** Adds the campaigns of NHTSA's file (H14t), uploaded by staff or fetched by cron, and takes the units that they name off sale. */
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { inParts } from '../../../schema/platform/parts.ts'
import { type Actor, SHOP_ACTOR } from '../../../schema/staff/changes/change.ts'
import type { RecallRow } from '../../../schema/staff/safety/recall-file.ts'
import {
  NEW_RECALL,
  type RecalledTire,
  type RecallValues,
} from '../../../schema/staff/safety/recall-record.ts'
import { RECALL_FILE_PATH } from '../../../schema/staff/safety/safety-paths.ts'
import { configRead } from '../../platform/config.sql.ts'
import { runRead } from '../../platform/drizzle.sql.ts'
import { applyMany } from '../changes/apply-many.ts'
import { matchRecalls } from './match-recalls.ts'
import { readRecallFile } from './read-recall-file.ts'

/** Bytes of the file: in a ZIP it has about 20 MB. */
export const RECALL_FILE_MAX = 25_000_000
/** Campaigns that are written at once: their notices are long. */
const PART = 100
/** Cron has no buyer who waits. */
const FETCH_MS = 60_000

export interface ImportedRecalls {
  /** Campaigns that were added or name more tires now. */
  changed: number
  /** Units that were taken off sale. */
  matched: number
}

/** Adds campaigns and their tires; what staff wrote stays. A repeated file changes nothing. `now` is in milliseconds. */
export async function importRecalls(
  db: D1Database,
  actor: Actor,
  { rows, key }: { rows: readonly RecallRow[]; key: string },
  now: number,
): Promise<ImportedRecalls> {
  const recalls = [...toRecalls(rows)]
  const changed: string[] = []
  for (const part of inParts(recalls, PART)) {
    const changes = part.map(([campaign, recall]) => ({
      ...{ id: campaign, patch: {}, version: null, key: `${key} ${campaign}` },
      adjust: (stored: object) => mergeRecall(stored as RecallValues, recall),
    }))
    const request = { record: 'recall' as const, changes, batch: `recalls ${key}`, why: null }
    const results = await applyMany(db, actor, request, now)
    changed.push(...results.flatMap((result) => (result.ok && result.isChanged ? [result.id] : [])))
  }
  const matched = changed.length === 0 ? [] : await matchRecalls(db, { campaigns: changed }, now)
  return { changed: changed.length, matched: matched.length }
}

function toRecalls(rows: readonly RecallRow[]): Map<string, RecallValues> {
  const recalls = new Map<string, RecallValues>()
  for (const { campaign, maker, notice, remedy, tire } of rows) {
    const known = recalls.get(campaign)
    if (known) known.products = withTires(known.products, [tire])
    else recalls.set(campaign, { ...NEW_RECALL, maker, notice, remedy, products: [tire] })
  }
  return recalls
}

/** Most tires of a campaign. */
const TIRES_MAX = 500

function withTires(products: readonly RecalledTire[], added: readonly RecalledTire[]): RecalledTire[] {
  const known = new Set(products.map((tire) => JSON.stringify(Object.values(tire))))
  const fresh = added.filter((tire) => !known.has(JSON.stringify(Object.values(tire))))
  return [...products, ...fresh].slice(0, TIRES_MAX)
}

/** Only a recall that is new, or that was emptied by undo, gets the texts of the file. */
function mergeRecall(stored: RecallValues, recall: RecallValues): Record<string, unknown> {
  if (stored.products.length === 0) return { ...recall }
  return { products: withTires(stored.products, recall.products) }
}

/** Fetches the file once a day, if a setting has its address, then matches all open recalls again: units may be new or corrected. */
export async function updateRecalls({ DB }: { DB: D1Database }, now: number): Promise<void> {
  const address = (await runRead(DB, configRead([RECALL_FILE_PATH]))).get(RECALL_FILE_PATH)
  try {
    if (address && now % DAY_MS < DAY_MS / 24) await fetchRecalls(DB, address, now)
  } finally {
    await matchRecalls(DB, {}, now)
  }
}

async function fetchRecalls(db: D1Database, address: string, now: number): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) })
  const file = response.ok ? await readAtMost(response, RECALL_FILE_MAX) : null
  if (!file) {
    await response.body?.cancel()
    throw new Error(`the file of recalls: status ${response.status}, or more than ${RECALL_FILE_MAX} bytes`)
  }
  const rows = await readRecallFile(file)
  if (!rows) throw new Error('the file of recalls has no row about a tire')
  await importRecalls(db, SHOP_ACTOR, { rows, key: `file-${now}` }, now)
}

/** Returns the body; `null` for one of more than `most` bytes, of which no more are read. */
async function readAtMost({ body }: Response, most: number): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > most) return null
    chunks.push(chunk)
  }
  return new Blob(chunks)
}
