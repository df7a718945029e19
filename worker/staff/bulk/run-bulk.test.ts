import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import type { BulkAct } from '../../../schema/staff/bulk/bulk-act.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { openStaffSession } from '../../identity/staff/testing/staff.harness.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor, readYard } from '../changes/testing/yard.harness.ts'
import { undoBatch } from '../changes/undo-change.ts'
import { findJob, readSkipped, setJobState } from './bulk-job.sql.ts'
import { type BulkStores, resumeBulkJobs, runBulkJob } from './run-bulk.ts'
import { addUndo, previewBulk } from './start-bulk.ts'
import { addUnits } from './testing/bulk-units.harness.ts'

const NOW = Date.UTC(2026, 10, 27, 18)
const LOWER: BulkAct = { kind: 'price', how: 'percent', by: -1_000, isRounded: false }
let owner: StaffSession
let sent: object[] = []
const stores: BulkStores = {
  DB: env.DB,
  REBUILD: { send: async (message: object) => void sent.push(message) } as unknown as BulkStores['REBUILD'],
}

beforeEach(async () => {
  await reset()
  await openShop()
  sent = []
  const { staffId } = await openStaffSession(env.DB, 'owner')
  owner = { staffId, name: 'Person', email: '', role: 'owner', sessionId: 'session', verifiedAt: NOW }
})

let keys = 0
/** Previews a change of all added units and returns the id of its job. */
async function preview(units: readonly string[], act = LOWER, staff = owner): Promise<number> {
  keys += 1
  const request = { units: { skus: units }, filter: '', act, why: 'season', key: `job-${keys}-key` }
  const result = await previewBulk(env.DB, staff, actor(staff.staffId, 'owner'), request, NOW)
  if (!result.ok) throw new Error(result.problem)
  return result.id
}
const start = (id: number) =>
  setJobState(env.DB, { id, from: ['preview', 'stopped'], to: 'running', now: NOW })
const run = (id: number, milliseconds = 60_000) => runBulkJob(stores, id, milliseconds)
const count = (sql: string) => env.DB.prepare(sql).first<number>('n')
const prices = async () => {
  const { results } = await env.DB.prepare(
    "SELECT price, final_price, price_by_tire FROM product WHERE sku LIKE 'BULK-%' ORDER BY id",
  ).all()
  return results
}

test('[H14v] a change of 1,200 units runs in parts, and each unit has its row in the audit log and in the change feed', async () => {
  const skus = await addUnits(1_200)
  const feed = await count('SELECT max(id) AS n FROM stock_pulse')
  const id = await preview(skus)
  expect(await findJob(env.DB, { id })).toMatchObject({ state: 'preview', units: 1_200, parts: 3 })
  expect(await count("SELECT count(*) AS n FROM audit_log WHERE batch = 'job-1-key'")).toBe(0)
  await start(id)
  await run(id)
  expect(await findJob(env.DB, { id })).toMatchObject({ state: 'done', nextPart: 3, changed: 1_200 })
  expect((await prices())[0]).toEqual({ price: 9_000, final_price: 9_000, price_by_tire: 9_000 })
  expect(new Set((await prices()).map((row) => JSON.stringify(row))).size).toBe(1)
  expect(
    await count(`SELECT count(*) AS n FROM audit_log WHERE batch = 'job-${keys}-key' AND why = 'season'
      AND "before" = '{"price":10000}' AND "after" = '{"price":9000}' AND version = 2`),
  ).toBe(1_200)
  expect(await count(`SELECT count(DISTINCT product_id) AS n FROM stock_pulse WHERE id > ${feed}`)).toBe(
    1_200,
  )
})

test('[H14v] a run that is killed between and inside parts, started again and doubled changes each unit once', async () => {
  const skus = await addUnits(1_600)
  const id = await preview(skus)
  await start(id)
  // Each run ends after one part, as if it was killed, and the last statement of one batch never comes back.
  await run(id, 0)
  expect(sent).toEqual([{ bulk: id }])
  const { batch } = env.DB
  const lost = vi.fn(async (statements: D1PreparedStatement[]) => {
    await batch.call(env.DB, statements)
    throw new Error('the isolate was killed')
  })
  const broken = new Proxy(env.DB, {
    get: (db, name) => (name === 'batch' ? lost : Reflect.get(db, name).bind(db)),
  })
  await expect(runBulkJob({ ...stores, DB: broken }, id, 60_000)).rejects.toThrow('killed')
  expect(await findJob(env.DB, { id })).toMatchObject({ state: 'running', nextPart: 1, changed: 500 })
  await Promise.all([run(id), run(id), run(id)])
  expect(await findJob(env.DB, { id })).toMatchObject({ state: 'done', nextPart: 4, changed: 1_600 })
  expect(await count(`SELECT count(*) AS n FROM audit_log WHERE record = 'unit'`)).toBe(1_600)
  expect(await count("SELECT count(*) AS n FROM product WHERE sku LIKE 'BULK-%' AND price = 9000")).toBe(
    1_600,
  )
})

test('[H14v] cron goes on with a run that was killed a minute ago', async () => {
  const id = await preview(await addUnits(2))
  await start(id)
  await resumeBulkJobs(stores, NOW + 30_000)
  expect(sent).toEqual([])
  await resumeBulkJobs(stores, NOW + MINUTE_MS + 1)
  expect(sent).toEqual([{ bulk: id }])
})

test('[H14v] a stopped change goes on where it was', async () => {
  const id = await preview(await addUnits(600))
  await start(id)
  await setJobState(env.DB, { id, from: ['running'], to: 'stopped', now: NOW })
  await run(id)
  expect(await count(`SELECT count(*) AS n FROM audit_log WHERE record = 'unit'`)).toBe(0)
  await start(id)
  await run(id)
  expect(await findJob(env.DB, { id })).toMatchObject({ state: 'done', changed: 600 })
})

test('[H14v] units that others changed since the preview are skipped and listed', async () => {
  const skus = await addUnits(4)
  const id = await preview(skus)
  const other = {
    record: 'unit' as const,
    id: 'BULK-2',
    patch: { price: 5_000 },
    version: null,
    key: 'other-change',
  }
  expect(await applyChange(env.DB, actor(99, 'owner'), { ...other, why: 'sale' }, NOW)).toMatchObject({
    ok: true,
  })
  // The command line's import writes prices without a new version.
  await env.DB.exec("UPDATE product SET price = 7777 WHERE sku = 'BULK-3'")
  await start(id)
  await run(id)
  expect((await prices()).map(({ price }) => price)).toEqual([9_000, 5_000, 7_777, 9_000])
  expect(await readSkipped(env.DB, id, 10)).toEqual([
    { sku: 'BULK-2', problem: 'conflict' },
    { sku: 'BULK-3', problem: 'conflict' },
  ])
})

test('[H14v] a unit that others change without a pause is skipped and listed as busy, and the run goes on', async () => {
  const skus = await addUnits(600)
  const id = await preview(skus)
  await start(id)
  // As if another change of the unit came first each time.
  await env.DB.exec(
    "CREATE TRIGGER busy BEFORE INSERT ON audit_log WHEN new.record_id = 'BULK-7' BEGIN SELECT raise(ABORT, 'audit_log.version'); END",
  )
  await run(id)
  expect(await findJob(env.DB, { id })).toMatchObject({ state: 'done', nextPart: 2, changed: 599 })
  expect(await readSkipped(env.DB, id, 10)).toEqual([{ sku: 'BULK-7', problem: 'busy' }])
  expect((await prices()).filter(({ price }) => price === 9_000)).toHaveLength(599)
  expect(await count("SELECT count(*) AS n FROM audit_log WHERE record = 'unit'")).toBe(599)
  await env.DB.exec('DROP TRIGGER busy')
})

test('[H14v] an undo of 5,000 units is one act, leaves the rows as before, and takes at most 10 seconds', async () => {
  const skus = await addUnits(5_000)
  const before = await readYard(env.DB)
  const id = await preview(skus)
  await start(id)
  await run(id)
  expect(await readYard(env.DB)).not.toEqual(before)
  const job = await findJob(env.DB, { id })
  if (!job) throw new Error('no job')
  const began = performance.now()
  const undo = await addUndo(env.DB, actor(owner.staffId, 'owner'), { job, key: 'undo-of-all' }, NOW)
  await run(undo)
  expect(await findJob(env.DB, { id: undo })).toMatchObject({ state: 'done', changed: 5_000 })
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await readYard(env.DB)).toEqual(before)
  // A second undo has nothing left to do.
  const again = await addUndo(env.DB, actor(owner.staffId, 'owner'), { job, key: 'undo-again' }, NOW)
  await run(again)
  expect(await findJob(env.DB, { id: again })).toMatchObject({ state: 'done', units: 0, changed: 0 })
})

test('[H14v] an undo leaves what others changed since and names it, with the button of the audit log too', async () => {
  const skus = await addUnits(3)
  const id = await preview(skus)
  await start(id)
  await run(id)
  const other = {
    record: 'unit' as const,
    id: 'BULK-2',
    patch: { price: 5_000 },
    version: null,
    key: 'other-change',
  }
  await applyChange(env.DB, actor(99, 'owner'), { ...other, why: 'sale' }, NOW)
  const batch = `job-${keys}-key`
  expect(await undoBatch(env.DB, actor(owner.staffId, 'owner'), { batch, key: 'undo-key' }, NOW)).toEqual({
    undone: 2,
    unchanged: ['BULK-2'],
  })
  expect((await prices()).map(({ price }) => price)).toEqual([10_000, 5_000, 10_000])
})

test('[H14v] bins and sale change as one act, and come back as one', async () => {
  await env.DB.exec("INSERT INTO bin (code, walk) VALUES ('B-14', 1)")
  const skus = await addUnits(3)
  await env.DB.exec(
    "UPDATE unit SET state = 'lost' WHERE product_id = (SELECT id FROM product WHERE sku = 'BULK-3')",
  )
  const before = await readYard(env.DB)
  const move = await preview(skus, { kind: 'bin', bin: 'B-14' })
  await start(move)
  await run(move)
  const park = await preview(skus, { kind: 'state', state: 'parked' })
  await start(park)
  await run(park)
  expect(await readSkipped(env.DB, park, 10)).toEqual([{ sku: 'BULK-3', problem: 'state' }])
  expect(
    (
      await env.DB.prepare(`SELECT u.state, u.bin, s.qty, u.off_sale FROM product p JOIN unit u ON u.product_id = p.id
        JOIN stock s USING (stock_sku) WHERE p.sku LIKE 'BULK-%' ORDER BY p.id`).raw()
    ).map((row) => row.join()),
  ).toEqual(['parked,B-14,0,1', 'parked,B-14,0,1', 'lost,B-14,1,0'])
  for (const [id, key] of [
    [park, 'undo-park'],
    [move, 'undo-move'],
  ] as const) {
    const job = await findJob(env.DB, { id })
    if (job) await run(await addUndo(env.DB, actor(owner.staffId, 'owner'), { job, key }, NOW))
  }
  expect(await readYard(env.DB)).toEqual(before)
})

test('[H14v] a person who left, or lost the permission, changes nothing more', async () => {
  const skus = await addUnits(2)
  for (const change of ["role = 'counter'", 'ended_at = 1']) {
    const id = await preview(skus)
    await start(id)
    await env.DB.prepare(`UPDATE staff SET ${change} WHERE id = ?`).bind(owner.staffId).run()
    await run(id)
    expect(await findJob(env.DB, { id })).toMatchObject({ state: 'stopped', changed: 0 })
  }
})
