/**
 * A small fixed catalog for worker-level tests. Prices never change; `FIXTURE_NOW` is its creation time.
 *
 * | sku | what |
 * |---|---|
 * | TL-1001 | used single 225/45R17, 1 left, $62.00 |
 * | TL-1002 | used lot of 4, variants TL-1002-1 $58.00, -2 $114.00, -4 $224.00 on one pool |
 * | TL-1003 | used SETSKU4 205/55R16, 1 set, $240.00 |
 * | TL-1004 | used single, sold out |
 * | TL-1005 | used single, disabled |
 * | TL-1006 | used single, $70.00, special $56.00 until `FIXTURE_SPECIAL_ENDS` |
 * | TL-1007 | used SETTREAD2 235/65R17, 1 pair, $120.00 |
 * | TL-2001 | new 225/45R17, pool 40, variants TL-2001-1 $128.00, -2 $254.00, -4 $504.00 |
 * | TL-2002 | new 215/60R16 winter, pool 12, variants -1 $98.00, -2 $194.00, -4 $384.00 |
 * | TL-3001 | retread 225/70R19.5, pool 8, variants -1 $139.00, -2 $276.00, -4 $548.00 |
 * | TL-4001 | driven once 225/45R17, pool 4, variants -1 $104.00, -2 $206.00, -4 $408.00 |
 * | RH-1 | virtual, road hazard plan, $14.00, stock not counted |
 * | CG-1 | downloadable, care guide, $0.00, stock not counted |
 *
 * Coupons: SAVE10 (10 %), TAKE20 ($20 from $100), FREESHIP, EXPIRED, USEDUP.
 */

import { coupon } from '../../../../schema/cart/coupon/coupon.table.ts'
import { feeRule } from '../../../../schema/cart/totals/fee.table.ts'
import { taxClass, taxRate, taxRule } from '../../../../schema/cart/totals/tax.table.ts'
import { attributeOption } from '../../../../schema/catalog/attributes/attribute.table.ts'
import { product } from '../../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../../schema/catalog/product/stock.table.ts'
import { region } from '../../../../schema/identity/location/region.table.ts'
import { zipCode } from '../../../../schema/identity/location/zip.table.ts'
import { customerGroup } from '../../../../schema/identity/sign-in/customer.table.ts'
import { config } from '../../../../schema/platform/config.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'
import { FIXTURE_NOW, FIXTURE_PRODUCTS, FIXTURE_STOCK } from './products.fixture.ts'

export { FIXTURE_NOW, FIXTURE_SPECIAL_ENDS } from './products.fixture.ts'

const REGIONS: [id: number, code: string, name: string][] = [
  [1, 'AL', 'Alabama'],
  [2, 'AK', 'Alaska'],
  [4, 'AZ', 'Arizona'],
  [12, 'CA', 'California'],
  [21, 'HI', 'Hawaii'],
  [23, 'IL', 'Illinois'],
  [37, 'MT', 'Montana'],
  [44, 'NC', 'North Carolina'],
  [52, 'PR', 'Puerto Rico'],
  [57, 'TX', 'Texas'],
]

const ZIPS: [zip: string, city: string, state: string, county: string][] = [
  ['60612', 'Chicago', 'IL', 'Cook'],
  ['60614', 'Chicago', 'IL', 'Cook'],
  ['62701', 'Springfield', 'IL', 'Sangamon'],
  ['75201', 'Dallas', 'TX', 'Dallas'],
  ['90001', 'Los Angeles', 'CA', 'Los Angeles'],
  ['90210', 'Beverly Hills', 'CA', 'Los Angeles'],
  ['35203', 'Birmingham', 'AL', 'Jefferson'],
  ['85001', 'Phoenix', 'AZ', 'Maricopa'],
  ['59601', 'Helena', 'MT', 'Lewis and Clark'],
  ['27601', 'Raleigh', 'NC', 'Wake'],
  ['96813', 'Honolulu', 'HI', 'Honolulu'],
  ['99501', 'Anchorage', 'AK', 'Anchorage'],
  ['00901', 'San Juan', 'PR', 'San Juan'],
]

const RATES: [regionId: number, percent: number][] = [
  [1, 4],
  [4, 5.6],
  [12, 7.25],
  [23, 6.25],
  [44, 4.75],
  [57, 6.25],
]

type Fee = typeof feeRule.$inferInsert
const FEE = {
  code: 'state-fee',
  kind: 'flat',
  cents: null,
  percent: null,
  cap: null,
  rimFrom: null,
  rimBelow: null,
  source: 'fixture',
  evidence: 'fixture',
  note: '',
  demo: true,
} as const
const FEES: Fee[] = [
  {
    ...FEE,
    id: 1,
    regionId: 23,
    conditions: ['New', 'Used', 'Driven Once'],
    cents: 250,
    title: 'Illinois tire fee',
  },
  { ...FEE, id: 2, regionId: 12, conditions: ['New'], cents: 175, title: 'California tire fee' },
  {
    ...FEE,
    id: 3,
    regionId: 4,
    conditions: ['New'],
    kind: 'percent',
    percent: 2,
    cap: 466,
    title: 'Arizona tire fee',
  },
  {
    ...FEE,
    id: 4,
    regionId: 44,
    conditions: ['New'],
    kind: 'percent',
    percent: 2,
    rimBelow: 20,
    title: 'North Carolina tire fee',
  },
  {
    ...FEE,
    id: 5,
    regionId: 44,
    conditions: ['New'],
    kind: 'percent',
    percent: 1,
    rimFrom: 20,
    title: 'North Carolina tire fee',
  },
  {
    ...FEE,
    id: 6,
    regionId: 1,
    code: 'recycle-fee',
    conditions: ['New', 'Used', 'Driven Once', 'Retread'],
    cents: 100,
    title: 'Alabama recycling fee',
  },
]

type CouponRow = typeof coupon.$inferInsert
const COUPON = {
  kind: 'percent',
  isActive: true,
  minSubtotal: 0,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  perCustomerLimit: null,
  firstOrderOnly: false,
  description: '',
} as const
const COUPONS: CouponRow[] = [
  { ...COUPON, code: 'SAVE10', value: 10 },
  { ...COUPON, code: 'TAKE20', kind: 'fixed', value: 2000, minSubtotal: 10_000 },
  { ...COUPON, code: 'FREESHIP', kind: 'free-shipping', value: 0 },
  { ...COUPON, code: 'EXPIRED', value: 50, endsAt: Date.UTC(2020, 0, 1) },
  { ...COUPON, code: 'USEDUP', value: 15, usageLimit: 1, timesUsed: 1 },
]

const SETTINGS: Record<string, string> = {
  'general/region/allowed_state': 'AL,AZ,CA,IL,MT,NC,TX',
  'general/country/default': 'US',
  'tax/defaults/country': 'US',
}

const SET_OPTIONS = [
  { optionId: 1, attributeId: 160, value: 'single', label: 'Single', position: 1 },
  { optionId: 2, attributeId: 160, value: 'pairs', label: 'Pair', position: 2 },
  { optionId: 4, attributeId: 160, value: 'setOfFour', label: 'Set of four', position: 3 },
]

/** Fills an empty, migrated database in one batch. */
export async function loadFixture(db: D1Database): Promise<void> {
  const client = connect(db)
  await client.batch([
    client
      .insert(region)
      .values(REGIONS.map(([regionId, code, name]) => ({ regionId, code, name, countryId: 'US' }))),
    client.insert(zipCode).values(ZIPS.map(([zip, city, state, county]) => ({ zip, city, state, county }))),
    client.insert(taxClass).values([
      { id: 2, name: 'Taxable Goods', kind: 'product' },
      { id: 3, name: 'Retail Customer', kind: 'customer' },
      { id: 4, name: 'Reseller', kind: 'customer' },
    ]),
    client.insert(customerGroup).values([
      { id: 0, code: 'NOT LOGGED IN', taxClassId: 3 },
      { id: 1, code: 'General', taxClassId: 3 },
      { id: 2, code: 'Dealer', taxClassId: 4 },
    ]),
    client.insert(taxRule).values({
      id: 1,
      code: 'Retail goods',
      priority: 0,
      productTaxClassIds: [2],
      customerTaxClassIds: [3],
    }),
    ...RATES.map(([regionId, rate], index) =>
      client.insert(taxRate).values({
        id: index + 1,
        ruleId: 1,
        code: `US-${regionId}`,
        countryId: 'US',
        regionId,
        rate,
        demo: true,
        source: 'fixture',
      }),
    ),
    ...FEES.map((row) => client.insert(feeRule).values(row)),
    ...COUPONS.map((row) => client.insert(coupon).values(row)),
    client.insert(config).values(Object.entries(SETTINGS).map(([path, value]) => ({ path, value }))),
    client.insert(attributeOption).values(SET_OPTIONS),
    ...FIXTURE_PRODUCTS.map((row) => client.insert(product).values(row)),
    ...FIXTURE_STOCK.map(([stockSku, qty, manage]) =>
      client.insert(stock).values({ stockSku, qty, manage, lowMark: 2, updatedAt: FIXTURE_NOW }),
    ),
  ])
}
