import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { findCoupon } from '../../cart/coupon/coupon.sql.ts'
import { feesRead } from '../../cart/totals/fee.sql.ts'
import { taxRead } from '../../cart/totals/tax.sql.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import { runRead } from '../../platform/drizzle.sql.ts'
import { loadCustomers } from '../../platform/testing/customers.fixture.ts'
import { allRegions } from './region.sql.ts'
import { toFiveDigits, zipsRead } from './zip.sql.ts'

const [AL, AZ, IL, MT, NC] = [1, 4, 23, 37, 44]

async function findZip(zip: string) {
  return (await runRead(env.DB, zipsRead([zip]))).get(toFiveDigits(zip)) ?? null
}

async function findFeeRules(regionId: number) {
  return (
    (await runRead(env.DB, feesRead({ regionId, region: '', regionCode: '' }, '2026-11-27'))).get(regionId) ??
    []
  )
}

/** Returns the percent of a customer, or of a guest. */
async function findTaxPercent(query: {
  regionId: number
  postcode: string | null
  taxClassId: number
  customerId?: number
}) {
  const { regionId, postcode, taxClassId, customerId = null } = query
  const region = { regionId, region: '', regionCode: '' }
  const percents = await runRead(env.DB, taxRead({ region, postcode, customerId, day: '2026-11-27' }))
  return percents.get(regionId)?.get(taxClassId) ?? 0
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadCustomers(env.DB)
})

test('[E4] a region is allowed when configuration lists its state', async () => {
  const regions = await allRegions(env.DB)
  expect(regions.find((region) => region.code === 'IL')).toEqual({
    id: 23,
    code: 'IL',
    name: 'Illinois',
    allowed: true,
  })
  expect(regions.filter((region) => !region.allowed).map((region) => region.code)).toEqual(['AK', 'HI', 'PR'])
})

test('configuration is read as paths with text values', async () => {
  expect((await shopConfig(env.DB)).get('general/country/default')).toBe('US')
})

test('a ZIP code is found by five or nine digits and with leading zeros', async () => {
  const chicago = { zip: '60612', city: 'Chicago', state: 'IL', county: 'Cook' }
  expect(await findZip('60612')).toEqual(chicago)
  expect(await findZip(' 60612-1234')).toEqual(chicago)
  expect((await findZip('00901'))?.state).toBe('PR')
  for (const unknown of ['', '6061', '99999', 'abcde', "'6061"]) {
    expect(await findZip(unknown)).toBeNull()
  }
})

test('[D8] tax is the percentage of the region, and zero when no rule names the class or the group', async () => {
  const goods = { taxClassId: 2, postcode: '60612' }
  expect(await findTaxPercent({ ...goods, regionId: IL })).toBe(6.25)
  expect(await findTaxPercent({ ...goods, regionId: IL, customerId: 1 })).toBe(6.25)
  expect(await findTaxPercent({ ...goods, regionId: IL, customerId: 2 })).toBe(0)
  expect(await findTaxPercent({ ...goods, regionId: IL, taxClassId: 0 })).toBe(0)
  expect(await findTaxPercent({ ...goods, regionId: MT })).toBe(0)
})

test('[D8] a local rate is added only inside its ZIP codes', async () => {
  await env.DB.prepare(
    "insert into tax_rate (id, rule_id, code, tax_country_id, tax_region_id, zip_from, zip_to, rate, demo, source) values (99, 1, 'US-AL-local', 'US', 1, '35201', '35299', 6, 1, 'test')",
  ).run()
  expect(await findTaxPercent({ regionId: AL, postcode: '35203-1111', taxClassId: 2 })).toBe(10)
  expect(await findTaxPercent({ regionId: AL, postcode: '36601', taxClassId: 2 })).toBe(4)
  expect(await findTaxPercent({ regionId: AL, postcode: null, taxClassId: 2 })).toBe(4)
})

test('[D8] fee rules of a region are read in the format of schema/cart/totals/fee.ts', async () => {
  expect(await findFeeRules(IL)).toEqual([
    {
      code: 'state-fee',
      title: 'Illinois tire fee',
      conditions: ['New', 'Used', 'Driven Once'],
      rimFrom: null,
      rimBelow: null,
      kind: 'flat',
      value: 250,
      cap: null,
    },
  ])
  expect(await findFeeRules(AZ)).toMatchObject([{ kind: 'percent', value: 2, cap: 466 }])
  expect(await findFeeRules(NC)).toMatchObject([
    { value: 2, rimBelow: 20 },
    { value: 1, rimFrom: 20 },
  ])
  expect(await findFeeRules(MT)).toEqual([])
})

test('[D9] a coupon is found in any spelling of its code', async () => {
  expect(await findCoupon(env.DB, ' save10 ')).toMatchObject({
    code: 'SAVE10',
    kind: 'percent',
    value: 10,
    active: true,
  })
  expect(await findCoupon(env.DB, 'TAKE20')).toMatchObject({
    kind: 'fixed',
    value: 2000,
    minSubtotal: 10_000,
  })
  expect(await findCoupon(env.DB, 'NOPE')).toBeNull()
  expect(await findCoupon(env.DB, "' or 1=1")).toBeNull()
})

test('[D9] a coupon cannot be used more often than its limit', async () => {
  const used = env.DB.prepare("update coupon set times_used = times_used + 1 where code = 'USEDUP'").run()
  await expect(used).rejects.toThrow(/coupon_usage/)
})
