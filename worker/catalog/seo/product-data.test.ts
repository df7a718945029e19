import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { FIXTURE_NOW, loadFixture } from '../index/testing/catalog.fixture.ts'
import { findOffer } from '../product/product.sql.ts'
import { productData } from './product-data.ts'
import { breadcrumbData, jsonLd, storeData } from './structured-data.tsx'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function dataOf(sku: string) {
  const offer = await findOffer(env.DB, sku)
  if (!offer) throw new Error(`no ${sku} in the fixture`)
  const facts = { siteUrl: 'https://shop.test', rating: null, states: ['TX', 'IL'], returnDays: 90 }
  return productData({ ...facts, offer, now: FIXTURE_NOW })
}

test('[H5] each set of a tire is an offer with its own price, address and number of tires', async () => {
  expect(await dataOf('TL-2001')).toMatchObject({
    '@type': 'Product',
    brand: { name: 'Halden' },
    image: ['https://shop.test/pictures/product/TL-2001.png'],
    offers: [
      { sku: 'TL-2001-1', price: '128.00', itemCondition: 'https://schema.org/NewCondition' },
      { sku: 'TL-2001-2', price: '254.00', eligibleQuantity: { value: 2 } },
      {
        sku: 'TL-2001-4',
        price: '504.00',
        url: expect.stringMatching(/^https:\/\/shop\.test\/p\/TL-2001\/[\w.-]+\/TL-2001-4$/),
        shippingDetails: {
          shippingRate: { value: 0, currency: 'USD' },
          shippingDestination: { addressRegion: ['IL', 'TX'] },
        },
        hasMerchantReturnPolicy: { merchantReturnDays: 90 },
      },
    ],
  })
})

test('[H5] a sold tire is out of stock, a retread is refurbished, a plan has no shipping and no returns', async () => {
  expect(await dataOf('TL-1004')).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
  expect(await dataOf('TL-3001')).toMatchObject({ itemCondition: 'https://schema.org/RefurbishedCondition' })
  const plan = JSON.stringify(await dataOf('RH-1'))
  expect(plan).not.toContain('shippingDetails')
  expect(plan).not.toContain('MerchantReturnPolicy')
})

test('[H5] every breadcrumb except the last has an address', () => {
  expect(
    breadcrumbData('https://shop.test', [
      { label: 'Brands', href: '/t/b' },
      { label: 'No address' },
      { label: 'Halden' },
    ]),
  ).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Brands', item: 'https://shop.test/t/b' },
      { '@type': 'ListItem', position: 2, name: 'Halden' },
    ],
  })
})

test('[H5] a store has an address, hours and coordinates', () => {
  const store = {
    path: '/a/',
    name: 'A',
    street: 'B',
    city: 'Chicago',
    state: 'IL',
    zip: '60612',
    phone: '3125550142',
  }
  expect(
    storeData('https://shop.test', {
      ...store,
      hours: ['Mo-Fr 08:00-18:00'],
      latitude: '41.8',
      longitude: '-87.6',
    }),
  ).toMatchObject({ telephone: '+13125550142', openingHours: ['Mo-Fr 08:00-18:00'], geo: { latitude: 41.8 } })
})

test('no value can close the script element', () => {
  expect(jsonLd({ name: '</script><script>alert(1)' })).not.toContain('<')
  expect(JSON.parse(jsonLd({ name: '</script>' }))).toEqual({ name: '</script>' })
})
