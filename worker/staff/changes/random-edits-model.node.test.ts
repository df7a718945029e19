/** Random edits of many people on Node's SQLite, against a model of the units. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { UnitPatch } from '../../../schema/staff/units/unit-record.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { openNodeD1 } from '../../platform/testing/d1-node-adapter.harness.ts'
import { applyChange } from './apply-change.ts'
import { actor, readYard } from './testing/yard.harness.ts'
import { undoChange } from './undo-change.ts'

const NOW = Date.UTC(2026, 10, 26, 18)
/** Edits of the whole test (backoffice.md §3, R1). */
const EDITS = 10_000

const UNITS = ['TL-1001', 'TL-1003', 'TL-1006', 'TL-1007']
const BINS = ['A-1', 'B-2', 'C-3']
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never
const edit = fc.record({
  by: fc.integer({ min: 0, max: 4 }),
  id: fc.constantFrom(...UNITS),
  /** How many versions old the page is from which the change is sent. */
  age: fc.integer({ min: 0, max: 3 }),
  patch: fc.oneof(
    fc.record({ price: fc.integer({ min: 20_000, max: 24_000 }) }),
    fc.record({ bin: fc.constantFrom(...BINS, null) }),
    fc.record({ state: fc.constantFrom('live' as const, 'parked' as const) }),
    fc.record({ bin: fc.constantFrom(...BINS), cost: fc.integer({ min: 100, max: 5000 }) }),
    fc.record({ addTires: fc.integer({ min: 0, max: 2 }) }),
  ),
})

interface Yard {
  db: D1Database
  people: readonly Actor[]
  /** Counts requests, so that each has a key of its own. */
  requests: number
}

async function openYard(): Promise<Yard> {
  const { db } = openNodeD1()
  await loadFixture(db)
  const people = Array.from({ length: 5 }, (_, index) => actor(100 + index))
  const yard: Yard = { db, people, requests: 0 }
  for (const code of BINS)
    await applyChange(
      db,
      actor(11),
      { record: 'bin', id: code, patch: { walk: 1 }, version: 0, key: code },
      NOW,
    )
  return yard
}

/** Makes each edit in the database and in the model, which must agree about conflicts; returns how many had one. */
async function makeEdits(yard: Yard, model: Model, edits: readonly Edit[]): Promise<number> {
  let conflicted = 0
  for (const { by, id, age, patch } of edits) {
    const person = yard.people[by] as Actor
    const version = model.versions.get(id)?.at(-1 - age) ?? model.versions.get(id)?.[0] ?? 1
    yard.requests += 1
    const result = await applyChange(
      yard.db,
      person,
      { record: 'unit', id, patch: patch as UnitPatch, version, why: 'Test', key: `edit ${yard.requests}` },
      NOW,
    )
    const conflicts = model.conflicts(id, patch, version, person.staffId)
    if (result.ok) {
      expect(conflicts).toEqual([])
      model.apply(id, patch, result.version, person.staffId)
      continue
    }
    conflicted += 1
    const found = result.problem === 'conflict' ? result.conflicts : []
    expect(found.map((one) => ({ field: one.field, by: one.by }))).toEqual(conflicts)
    expect(found).not.toEqual([])
  }
  return conflicted
}

test('[H14b] 10,000 random edits of five people: each is in the log once, every conflict is a true one, and a replay gives the same tables', async () => {
  const yard = await openYard()
  const { db } = yard
  const auditRows = async (after: number) =>
    (await db.prepare('SELECT * FROM audit_log WHERE id > ? ORDER BY id').bind(after).all()).results
  let made = 0
  let conflicted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 500, maxLength: 500, size: 'max' }), async (edits) => {
      const start = await readYard(db)
      const earlier = Number(await db.prepare('SELECT max(id) AS id FROM audit_log').first('id'))
      const model = new Model(fieldsOf(start))
      const versions = await db
        .prepare('SELECT p.sku, u.version FROM product p JOIN unit u ON u.product_id = p.id')
        .all<{ sku: string; version: number }>()
      for (const { sku, version } of versions.results) model.versions.set(sku, [version])
      conflicted += await makeEdits(yard, model, edits)
      made += edits.length
      const rows = await auditRows(earlier)
      expect(rows).toHaveLength(model.changes.length)
      expect(replay(start, rows)).toEqual(fieldsOf(await readYard(db)))
      for (const { id } of rows.toReversed()) {
        yard.requests += 1
        const undo = { auditId: Number(id), key: `undo ${yard.requests}` }
        expect((await undoChange(db, actor(11), undo, NOW)).result).toMatchObject({ ok: true })
      }
      expect(await readYard(db)).toEqual(start)
    }),
    { numRuns: EDITS / 500, endOnFailure: true },
  )
  expect(made).toBe(EDITS)
  expect(conflicted).toBeGreaterThan(EDITS / 100)
}, 600_000)

/** What the units should be after each edit, and who changed which field last. */
class Model {
  versions = new Map<string, number[]>()
  changes: { id: string; version: number; by: number | null; fields: string[] }[] = []
  readonly units: Record<string, Record<string, unknown>>

  constructor(units: Record<string, object>) {
    this.units = structuredClone(units) as Record<string, Record<string, unknown>>
  }

  apply(id: string, patch: object, version: number, by: number | null): void {
    const unit = this.units[id] ?? {}
    const fields = Object.entries(patch).filter(([field, value]) =>
      field === 'addTires' ? value !== 0 : unit[field] !== value,
    )
    if (fields.length === 0) return
    Object.assign(unit, Object.fromEntries(fields))
    this.changes.push({ id, version, by, fields: fields.map(([field]) => field) })
    this.versions.get(id)?.push(version)
  }

  conflicts(id: string, patch: object, version: number, by: number | null): object[] {
    return Object.entries(patch).flatMap(([field, value]) => {
      const last = this.changes.findLast(
        (one) => one.id === id && one.version > version && one.fields.includes(field),
      )
      const isOpen = field !== 'addTires' && last && last.by !== by && this.units[id]?.[field] !== value
      return isOpen ? [{ field, by: last.by }] : []
    })
  }
}

/** Returns the changed fields of each unit, by its id. */
function fieldsOf(yard: Record<string, unknown[]>): Record<string, object> {
  const rows = (table: string) => (yard[table] ?? []) as Record<string, unknown>[]
  return Object.fromEntries(
    UNITS.map((sku) => {
      const product = rows('product').find((row) => row.sku === sku) ?? {}
      const unit = rows('unit').find((row) => row.product_id === product.id) ?? {}
      const stock = rows('stock').find((row) => row.stock_sku === product.stock_sku) ?? {}
      const { state, bin, cost } = unit
      const tires = Number(stock.qty) + Number(unit.off_sale)
      return [sku, { price: product.price, state, bin, cost, tires }]
    }),
  )
}

/** Applies the rows of the audit log to the fields at the start. */
function replay(start: Record<string, unknown[]>, rows: Record<string, unknown>[]): Record<string, object> {
  const units = fieldsOf(start) as Record<string, Record<string, unknown>>
  for (const row of rows) {
    const { addTires = 0, ...after } = JSON.parse(String(row.after))
    const unit = units[String(row.record_id)]
    if (unit) Object.assign(unit, after, { tires: Number(unit.tires) + addTires })
  }
  return units
}
