import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { DeliveryQuote } from '../../../schema/catalog/delivery/delivery.api.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { B4, loadParts, SB1 } from '../../catalog/index/testing/parts.fixture.ts'
import { extDeliveryApi } from './delivery.api.ts'
import { quoteDelivery } from './quote-delivery.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
})

async function ask(query: Record<string, string>) {
  const response = await extDeliveryApi.request(
    `/delivery?${new URLSearchParams(query)}`,
    {},
    env,
    createExecutionContext(),
  )
  const { code, result } = await response.json<{ code: number; result: DeliveryQuote }>()
  expect(response.status).toBe(code)
  return { code, result }
}
const sumOf = ({ sums }: DeliveryQuote) => sums.reduce((sum, { amount }) => sum + amount, 0)

test('[G7] [C8] a set at a ZIP code has an arrival day, the fee of each tire, the tax and their total', async () => {
  const { code, result } = await ask({ zip: '60612-1234', sku: 'TL-2001-4', qty: '2' })
  expect(code).toBe(200)
  expect(result.place).toBe('Chicago, IL')
  expect(result.sums).toEqual([
    { title: 'Price', amount: 100_800 },
    { title: 'Shipping', amount: 0 },
    { title: 'Illinois tire fee, 8 at $2.50', amount: 2000 },
    { title: 'Estimated tax, 6.25%', amount: 6300 },
  ])
  expect(result.total).toBe(sumOf(result))
  expect(result.arrives).toMatch(/^\w{3}, \w{3} \d+$/)
})

test('[G7] the time until 1 p.m. in Chicago is written as text', async () => {
  const now = Date.parse('2026-11-18T09:40:00-06:00')
  const answer = await quoteDelivery(env.DB, { zip: '60612', fields: { sku: 'TL-1001' } }, now)
  expect(answer).toMatchObject({
    ok: true,
    quote: { arrives: 'Mon, Nov 23', leaves: 'Order within 3 hours 20 minutes and it ships today' },
  })
})

test('[E4] a ZIP code outside the delivery area has the message of the delivery area', async () => {
  const refused = 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada'
  for (const zip of ['96813', '96815', '99501', '00901', 'K1A 0B1']) {
    expect(await ask({ zip, sku: 'TL-1001' }), zip).toEqual({ code: 422, result: refused })
  }
  await env.DB.prepare("update config set value = 'IL,TX' where path = 'general/region/allowed_state'").run()
  expect(await ask({ zip: '90210', sku: 'TL-1001' })).toEqual({
    code: 422,
    result: 'Delivery is not available for your current location.',
  })
})

test('an invalid or unknown ZIP code has a message', async () => {
  const invalid = { code: 400, result: 'Please provide valid zip code.' }
  for (const zip of ['6061', '606122', 'abcde', '60000']) {
    expect(await ask({ zip, sku: 'TL-1001' }), zip).toEqual(invalid)
  }
  expect(await ask({ zip: '', sku: 'TL-1001' })).toEqual({ code: 400, result: 'Field is required' })
  expect((await ask({ zip: '６０６１２', sku: 'TL-1001' })).result).toContain('can not identify')
})

test('[C8] the quote of a bundle, a group and priced custom options follows the choices', async () => {
  const total = async (query: Record<string, string>) => {
    const { result } = await ask({ zip: '75201', ...query })
    return result.sums[0]?.amount
  }
  const tires = `bundle_option[${B4.tires}]`
  const kit = `bundle_option[${B4.kit}]`
  const links = { [tires]: String(B4.links.winter), [kit]: String(B4.links.kit) }
  expect(await total({ sku: 'B4', qty: '1', ...links })).toBe(38_400 + 2400)
  expect(await total({ sku: 'G2', 'super_group[TL-2001-2]': '2', 'super_group[TL-2002-2]': '0' })).toBe(
    50_800,
  )
  expect(await total({ sku: 'SB-1', qty: '3', [`options[${SB1.color}]`]: String(SB1.white) })).toBe(6000)
})

test('a product without a parcel has no arrival day; an unavailable product has no price', async () => {
  expect((await ask({ zip: '60612', sku: 'RH-1' })).result).toMatchObject({ arrives: null, leaves: null })
  expect((await ask({ zip: '60612', sku: 'NONE' })).code).toBe(404)
  expect((await ask({ zip: '60612' })).code).toBe(404)
  expect((await ask({ zip: '60612', sku: 'TL-1001', qty: '1e9' })).code).toBe(404)
})
