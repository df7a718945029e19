import { expect, test } from 'vitest'
import type { Order } from '../../schema/orders/order.ts'
import { contrast, visibleTexts } from '../platform/testing/mail.harness.ts'
import { orderConfirmation } from './order-confirmation-content.tsx'

const ADDRESS = {
  countryId: 'US',
  region: 'Illinois',
  regionId: 23,
  regionCode: 'IL',
  postcode: '60612',
  city: 'Chicago',
  street: ['2720 W Grand Ave', 'Unit 4'],
  firstname: 'Ada <b>',
  lastname: 'Miller',
  telephone: '3125550142',
  email: 'ada@example.com',
  company: '',
  vatId: '',
}
const LINKS = {
  status: 'https://shop.example/order/TL-7K3M9QXA/proof',
  invoice: 'https://shop.example/order/TL-7K3M9QXA/proof/invoice',
}
const ORDER: Order = {
  orderNumber: 'TL-7K3M9QXA',
  quoteId: '0'.repeat(32),
  status: 'paid',
  customerId: null,
  email: 'ada@example.com',
  lines: [
    {
      itemId: 1,
      productId: 1014,
      sku: 'TL-2001-4',
      parentSku: 'TL-2001',
      type: 'configurable',
      name: 'Halden Velo Sport 225/45R17 94W',
      title: 'Halden Velo Sport',
      facts: '225/45R17 94W, new, set of 4',
      qty: 1,
      setqty: 4,
      unitPrice: 50_400,
      rowTotal: 50_400,
      discount: 5040,
      tax: 2835,
      taxPercent: 6.25,
      parts: [],
      choices: [],
      option: null,
    },
  ],
  totals: {
    lines: [],
    subtotal: 50_400,
    discount: -5040,
    shipping: 0,
    tax: 2835,
    taxPercent: 6.25,
    fees: [{ code: 'state-fee', title: 'Illinois tire fee, 4 at $2.50', amount: 1000 }],
    grandTotal: 49_195,
    couponCode: 'SAVE10',
    placeKnown: true,
  },
  couponCode: 'SAVE10',
  billingAddress: ADDRESS,
  shippingAddress: ADDRESS,
  paymentMethod: 'stripe',
  shippingMethod: 'freeshipping:freeshipping',
  arrivesOn: Date.UTC(2026, 10, 25),
  charged: 0,
  placedAt: Date.UTC(2026, 10, 20),
}

test('[E6] the mail has the lines, the totals with fee and tax, the destination and the delivery day', () => {
  const { subject, html, text } = orderConfirmation(ORDER, 'https://shop.example', LINKS)
  expect(subject).toBe('Order TL-7K3M9QXA: Arrives Wed, Nov 25. $491.95.')
  for (const part of [
    'TL-7K3M9QXA',
    'Halden Velo Sport',
    '225/45R17 94W, new, set of 4',
    'Coupon SAVE10',
    '-$50.40',
    'Illinois tire fee, 4 at $2.50',
    '$10.00',
    '$28.35',
    '$491.95',
    'Unit 4',
    'Chicago, IL 60612',
    'Wed, Nov 25',
    '90 days',
    'https://shop.example/return-policy/',
    LINKS.status,
    LINKS.invoice,
  ]) {
    expect(html).toContain(part)
    expect(text).toContain(part)
  }
  // The size is in the facts only.
  expect(text.split('225/45R17')).toHaveLength(2)
})

test('[E6] the mail promises the inspection and warranty of used tires only to those who bought one', () => {
  const textOf = (hasUsed: boolean) =>
    orderConfirmation(ORDER, 'https://shop.example', LINKS, { hasUsed }).text
  expect(textOf(true)).toContain('one-year warranty')
  expect(textOf(false)).not.toContain('warranty')
})

test('markup in a name is escaped in the mail', () => {
  expect(orderConfirmation(ORDER, 'https://shop.example', LINKS).html).toContain('Ada &lt;b&gt; Miller')
})

test('[E12] the mail of an order with cash on delivery has the amount to have ready', () => {
  const { text } = orderConfirmation(
    { ...ORDER, paymentMethod: 'cashondelivery' },
    'https://shop.example',
    LINKS,
  )
  expect(text).toContain('Please have $491.95 ready for the driver.')
  expect(text).toContain('Cash on delivery, $491.95 due')
})

test('the mail of an order without a shipment has no destination and no delivery day', () => {
  const { html, text } = orderConfirmation(
    { ...ORDER, shippingAddress: null, arrivesOn: null },
    'https://shop.example',
    LINKS,
  )
  expect(html).not.toContain('Ship to')
  expect(text).not.toContain('Arrives')
})

test('the mail has a language, presentation tables and both color schemes', () => {
  const { html } = orderConfirmation(ORDER, 'https://shop.example', LINKS)
  expect(html).toMatch(/^<!doctype html><html lang="en">/)
  expect(html.match(/<table/g)?.length).toBe(html.match(/<table role="presentation"/g)?.length)
  expect(html).toContain('prefers-color-scheme: dark')
})

test.each(['light', 'dark'] as const)(
  'all texts of the mail have enough contrast in the %s scheme',
  (scheme) => {
    const texts = visibleTexts(orderConfirmation(ORDER, 'https://shop.example', LINKS).html, scheme)
    expect(texts.length).toBeGreaterThan(20)
    for (const { text, color: ink, background: ground } of texts) {
      expect.soft(contrast(ink, ground), `${text}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  },
)
