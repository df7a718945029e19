/** What a preview says is what the rules of a unit do (H14). */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type BulkAct, toBulkPatch } from '../../../schema/staff/bulk/bulk-act.ts'
import type { BulkOutcome } from '../../../schema/staff/bulk/bulk-job.ts'
import { NO_FILTER } from '../../../schema/staff/unit-list/unit-filter.ts'
import { evaluateUnit, type UnitValues } from '../../../schema/staff/units/unit-record.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { loadManyUnits, NOW } from '../units/testing/many-units.harness.ts'
import { UNIT_RECORD } from '../units/unit-record.sql.ts'
import { readOutcomes } from './bulk-units.sql.ts'

let skus: string[] = []

beforeAll(async () => {
  await reset()
  await openShop()
  await loadManyUnits()
  // Costs and special prices around the prices, so that each rule has units.
  await env.DB.exec('UPDATE unit SET cost = product_id % 7 * 1000 WHERE product_id % 3 > 0')
  await env.DB.exec(
    'UPDATE product SET special_price = price - id % 9 * 300 - 1 WHERE id % 5 = 0 AND parent_id IS NULL',
  )
  const { results } = await env.DB.prepare(
    'SELECT sku FROM product p JOIN unit u ON u.product_id = p.id ORDER BY id',
  ).all<{ sku: string }>()
  skus = results.map(({ sku }) => sku)
})

/** What the rules of a unit say, unit by unit. */
async function evaluated(act: BulkAct, by: ReturnType<typeof actor>) {
  const patch = act.kind === 'bin' ? { bin: act.bin } : {}
  const stored = await UNIT_RECORD.many?.read(
    env.DB,
    skus.map((id) => ({ id, patch })),
  )
  const outcomes: Partial<Record<BulkOutcome, number>> = {}
  let difference = 0
  for (const { values, facts } of stored?.values() ?? []) {
    const own = toBulkPatch(act, values)
    const context = { actor: by, now: NOW, why: 'season', isUndo: false }
    const result = typeof own === 'string' ? null : evaluateUnit(values, own, facts, context)
    const isSame = result?.ok && Object.keys(result.after).length === 0
    const outcome = result === null ? 'state' : !result.ok ? result.problem : isSame ? 'same' : 'change'
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (result?.ok) difference += ((result.after as Partial<UnitValues>).price ?? values.price) - values.price
  }
  return { outcomes, difference }
}

const price = fc.record({
  kind: fc.constant('price' as const),
  how: fc.constantFrom('add' as const, 'percent' as const),
  by: fc.integer({ min: -9_999, max: 20_000 }),
  isRounded: fc.boolean(),
})
const act: fc.Arbitrary<BulkAct> = fc.oneof(
  { weight: 6, arbitrary: price },
  price.map((one) => ({ ...one, how: 'set' as const, by: Math.abs(one.by) + 1 })),
  fc.constantFrom('A-1', 'B-3').map((bin) => ({ kind: 'bin' as const, bin })),
  fc.constantFrom('live' as const, 'parked' as const).map((state) => ({ kind: 'state' as const, state })),
)

test('[H14v] a preview counts what the rules of each unit say, and the difference of all prices', async () => {
  await env.DB.exec(`INSERT INTO config (path, value) VALUES ('staff/intake', '{}')`)
  await fc.assert(
    fc.asyncProperty(
      act,
      fc.constantFrom('before-sale', 'before-it-leaves'),
      fc.constantFrom(actor(1, 'owner'), actor(2, 'manager')),
      async (change, when, by) => {
        await env.DB.prepare("UPDATE config SET value = ? WHERE path = 'staff/intake'")
          .bind(JSON.stringify({ secondInspection: when }))
          .run()
        const how = { act: change, mayPriceBelowCost: by.may('price.below-cost') }
        const { outcomes, difference } = await readOutcomes(env.DB, { skus }, how)
        expect({ outcomes, difference }).toEqual(await evaluated(change, by))
      },
    ),
    { numRuns: 60 },
  )
})

test('[H14v] a preview names the units that would fall below their cost; for the owner it counts them', async () => {
  const half: BulkAct = { kind: 'price', how: 'percent', by: -5_000, isRounded: false }
  const question = {
    filter: { ...NO_FILTER, state: ['live' as const] },
    search: { kind: 'all' as const },
    now: NOW,
  }
  const manager = await readOutcomes(env.DB, question, { act: half, mayPriceBelowCost: false })
  const refused = manager.outcomes['below-cost'] ?? 0
  expect(refused).toBeGreaterThan(0)
  expect(manager.belowCost).toBe(0)
  expect(manager.refused.filter(({ outcome }) => outcome === 'below-cost')).toHaveLength(
    Math.min(50, refused),
  )
  const owner = await readOutcomes(env.DB, question, { act: half, mayPriceBelowCost: true })
  expect(owner.belowCost).toBe(refused)
})

test('[H14] tires that lack the second inspection before the sale stay off sale, and the preview says so', async () => {
  await env.DB.exec(
    `INSERT OR REPLACE INTO config (path, value) VALUES ('staff/intake', '{"secondInspection":"before-sale"}')`,
  )
  const how = { act: { kind: 'state', state: 'live' } as const, mayPriceBelowCost: true }
  const { outcomes, refused } = await readOutcomes(env.DB, { skus }, how)
  expect(outcomes.uninspected).toBeGreaterThan(0)
  expect(outcomes.change).toBeGreaterThan(0)
  expect(refused.map(({ outcome }) => outcome)).toContain('uninspected')
  const { difference: _, ...rules } = await evaluated(how.act, actor(2, 'manager'))
  expect({ outcomes }).toEqual(rules)
})
