/** Sets and orders of the shop: who is first, picking a set by the label of a tire, and what sold sets say of prices. */
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { newPlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { textOf } from '../units/testing/unit-pages.harness.ts'
import { resolveScans } from '../yard/yard.sql.ts'
import { breakSet } from './break-set.ts'
import { makeSet } from './make-set.ts'
import { addTires } from './testing/alike-tires.harness.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const yard = new Browser()
let keys = 0
const key = () => {
  keys += 1
  return `sets-orders-${keys}`
}
const make = (skus: readonly string[], price = 129_00) =>
  makeSet(env.DB, actor(11), { skus, price, bin: 'B-14', why: 'A test', key: key() }, Date.now())

beforeAll(async () => {
  await openShop()
  await yard.signInAsStaff('yard')
  await env.DB.exec("INSERT INTO bin (code, walk) VALUES ('B-14', 1)")
})
beforeEach(() => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
})
afterAll(() => {
  globalThis.fetch = fetch
})

test('[H14n] a buyer who orders a tire while a set is made of it: one of both gets it', async () => {
  for (let round = 0; round < 8; round++) {
    const skus = await addTires(2)
    const [sku = ''] = skus
    const [placed, set] = await Promise.all([
      newPlacedOrder(harness, { [sku]: 1 }).then(
        () => true,
        () => false,
      ),
      make(skus),
    ])
    expect(placed, `round ${round}`).not.toBe(set.ok)
    const left = await env.DB.prepare('SELECT qty FROM stock WHERE stock_sku = ?').bind(sku).first('qty')
    expect(left).toBe(0)
  }
})

test('[H14n] an ordered set stays together, and the label of one of its tires picks and finds it', async () => {
  const skus = await addTires(2)
  const set = await make(skus)
  const sku = set.ok ? set.sku : ''
  const [{ orderNumber }] = [await newPlacedOrder(harness, { [sku]: 1 })]
  const broken = await breakSet(env.DB, actor(11), { sku, why: 'Apart', key: key() }, Date.now())
  expect(broken).toMatchObject({ ok: false, problem: { code: 'not-whole' } })
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...fields, key: key() })
    const { headers } = await yard.fetch('/staff/pick/form/', { method: 'POST', body })
    return headers.get('Location') ?? ''
  }
  const run = (await send({ action: 'start', order: orderNumber })).split('/').at(-1) ?? ''
  const to = await send({ action: 'scan', run, code: `https://shop.example/U/${skus[1]?.replace('-', '')}` })
  expect(textOf(await (await yard.fetch(to)).text())).toContain(`${sku} picked.`)
  expect(await resolveScans(env.DB, [...skus, 'TL-404'])).toEqual({
    scanned: [{ sku, bin: 'B-14' }],
    unknown: ['TL-404'],
  })
})

test('[H14n] five sold sets decide what the next one is suggested for', async () => {
  const suggested = async () => {
    const [sku = ''] = await addTires(2, { dot: '0126' })
    const page = textOf(await (await yard.fetch(`/staff/sets/new?skus=${sku}`)).text())
    await env.DB.prepare('UPDATE stock SET qty = 0 WHERE stock_sku LIKE ? AND qty = 1').bind('TL-5%').run()
    return /Suggested: [^.]+\.\d\d\. [^.]+\.\d\d; [^.]+\./.exec(page)?.[0]
  }
  expect(await suggested()).toBe('Suggested: $129.00. Alone they cost $120.00; sets usually cost 5% more.')
  for (let round = 0; round < 4; round++) {
    const set = await make(await addTires(2), 149_00)
    await newPlacedOrder(harness, { [set.ok ? set.sku : '']: 1 })
  }
  expect(await suggested()).toBe('Suggested: $149.00. Alone they cost $120.00; 5 sold sets cost 24% more.')
})
