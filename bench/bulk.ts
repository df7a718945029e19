/** Measures changes of many units of the back office over 100,000 units: preview, run, undo, and the export of all. */
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { retryFetch } from './retry.ts'
import { ownerHeaders, sendForm } from './staff-page.ts'

const UNITS = 100_000
/** The least number of units of the undo. */
const UNDONE = 5_000
const PREVIEW_MS = 1_000
const EXPORT_MS = 20_000
const UNDO_MS = 10_000
const ROWS_PER_SECOND = 2_000

export async function measureBulk(log: (line: string) => void): Promise<BenchReport> {
  const shop = await openBenchShop(log, UNITS)
  try {
    return await measure(shop, await ownerHeaders(shop.db), log)
  } finally {
    await shop.stop()
  }
}

async function measure(
  { url, db }: BenchShop,
  headers: Record<string, string>,
  log: (line: string) => void,
): Promise<Goal[]> {
  const post = (fields: Record<string, string>) =>
    sendForm(`${url}/staff/bulk/form`, headers, Object.entries(fields))
  const price = (filter: string) =>
    post({ action: 'price', how: 'raise-percent', amount: '10', why: 'bench', filter })
  const act = (action: string, job: string) => post({ action, job: job.split('/').at(-1) ?? '' })
  /** Waits until a job is done, and returns how many units it changed. */
  const finish = async (job: string) => {
    for (;;) {
      const row = await db
        .prepare('select state, changed from bulk_job where id = ?')
        .bind(Number(job.split('/').at(-1)))
        .first<{ state: string; changed: number }>()
      if (row?.state === 'done') return row.changed
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  const exported = await timed(async () => {
    const response = await fetch(`${url}/staff/export/`, { headers })
    const { byteLength } = await response.arrayBuffer()
    log(`The file has ${Math.round(byteLength / 1e6)} MB.`)
  })
  const previews: number[] = []
  let all = ''
  for (let round = 0; round < 5; round += 1)
    previews.push(
      await timed(async () => {
        all = await price('')
        await retryFetch(`${url}${all}`, { headers }, (response) => response.arrayBuffer())
      }),
    )
  log('Changing all of them …')
  let changed = 0
  const run = await timed(async () => {
    await act('start', all)
    changed = await finish(all)
  })
  const some = await price(`price=-${await lowPrice(db)}`)
  await act('start', some)
  const undone = await finish(some)
  let back = 0
  const undo = await timed(async () => {
    back = await finish(await act('undo', some))
  })
  if (back < UNDONE) throw new Error(`only ${back} units were undone`)
  const perSecond = Math.round((changed * 1000) / run)
  const units = `${UNITS.toLocaleString('en-US')} units`
  return [
    toGoal('a preview of a price change of all units, with its page', Math.max(...previews), {
      max: PREVIEW_MS,
      probe: `${units}, the slowest of 5`,
      reason: 'all units and their products are read twice, to count and to store what changes',
    }),
    {
      ...{ measure: 'units changed per second', figure: `${perSecond.toLocaleString('en-US')}` },
      ...{ probe: `${changed.toLocaleString('en-US')} units, from the press to the end` },
      ...{ goal: `≥ ${ROWS_PER_SECOND.toLocaleString('en-US')}`, isMet: perSecond >= ROWS_PER_SECOND },
    },
    toGoal('an undo of 5,000 units and more', undo, {
      max: UNDO_MS,
      probe: `${units}, ${undone.toLocaleString('en-US')} units changed before`,
    }),
    toGoal('the export of all units', exported, { max: EXPORT_MS, probe: `${units}, the whole file` }),
  ]
}

/** The price below which about a seventh of the units are, in whole dollars; half of them can change. */
async function lowPrice(db: D1Database): Promise<number> {
  const row = await db
    .prepare(
      `select final_price as price from product where brand is not null and parent_id is null order by final_price limit 1 offset ${Math.round(UNITS / 7)}`,
    )
    .first<{ price: number }>()
  return Math.floor((row?.price ?? 0) / 100)
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}
