import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEE_CODES } from '../cart/totals/fee.ts'
import {
  isSamePurchase,
  type PurchaseUnit,
  purchaseUnit,
  WALLET_RETURNS_NOTE,
  walletCents,
  walletMoney,
} from './purchase-unit.ts'

const ADDRESS = {
  countryId: 'US',
  region: 'Illinois',
  regionId: 23,
  regionCode: 'IL',
  postcode: '62704',
  city: 'Springfield',
  street: ['1 Main St', 'Apt 2'],
  firstname: 'Ada',
  lastname: 'Byron',
  telephone: '(312) 555-0142',
  email: 'ada@example.com',
  company: '',
  vatId: '',
}
const LINE = { name: 'Corvane Solano 225/45R17 94W', sku: 'S-4', qty: 2, unitPrice: 26_000 }
const TOTALS = {
  subtotal: 52_000,
  discount: -5_200,
  shipping: 1_550,
  tax: 2_925,
  fees: [{ code: 'state-fee' as const, title: 'Illinois tire fee, 8 at $2.50', amount: 2_000 }],
  grandTotal: 53_275,
}

function unitWith(more: Partial<Parameters<typeof purchaseUnit>[0]> = {}): PurchaseUnit {
  return purchaseUnit({
    referenceId: 'ref-1',
    orderNumber: 'TL-7K3M9QXA',
    lines: [LINE],
    totals: TOTALS,
    address: ADDRESS,
    ...more,
  })
}

test('[E9] a purchase unit has items, breakdown, shipping address, phone and the returns note', () => {
  expect(WALLET_RETURNS_NOTE).toBe('returns for unused items in packaging 60 days after you order')
  const usd = (value: string) => ({ currency_code: 'USD', value })
  expect(unitWith()).toEqual({
    reference_id: 'ref-1',
    custom_id: 'TL-7K3M9QXA',
    invoice_id: 'TL-7K3M9QXA',
    description: WALLET_RETURNS_NOTE,
    items: [
      {
        name: LINE.name,
        unit_amount: usd('260.00'),
        quantity: '2',
        sku: 'S-4',
        category: 'PHYSICAL_GOODS',
      },
      {
        name: 'Illinois tire fee, 8 at $2.50',
        unit_amount: usd('20.00'),
        quantity: '1',
        sku: 'state-fee',
        category: 'PHYSICAL_GOODS',
      },
    ],
    amount: {
      ...usd('532.75'),
      breakdown: {
        item_total: usd('540.00'),
        shipping: usd('15.50'),
        discount: usd('52.00'),
        tax_total: usd('29.25'),
      },
    },
    shipping: {
      name: { full_name: 'Ada Byron' },
      phone_number: { country_code: '1', national_number: '3125550142' },
      address: {
        address_line_1: '1 Main St',
        address_line_2: 'Apt 2',
        admin_area_2: 'Springfield',
        admin_area_1: 'IL',
        postal_code: '62704',
        country_code: 'US',
      },
    },
  })
})

test('[E9] an estimate before the address has no order number and no shipping address', () => {
  const unit = unitWith({ orderNumber: null, address: null })
  expect(unit).not.toHaveProperty('invoice_id')
  expect(unit).not.toHaveProperty('shipping')
})

const cents = fc.integer({ min: 0, max: 9_999_999 })
const sale = fc
  .record({
    lines: fc.array(
      fc.record({
        name: fc.string({ maxLength: 300 }),
        sku: fc.string({ minLength: 1, maxLength: 64 }),
        qty: fc.integer({ min: 1, max: 999 }),
        unitPrice: cents,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    fee: cents,
    shipping: cents,
    tax: cents,
    off: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ lines, fee, shipping, tax, off }) => {
    const subtotal = lines.reduce((sum, { qty, unitPrice }) => sum + qty * unitPrice, 0)
    const discount = -Math.floor((subtotal * off) / 100)
    const fees = [{ code: 'recycle-fee' as const, title: 'Recycling', amount: fee }]
    const grandTotal = subtotal + discount + shipping + tax + fee
    return { lines, totals: { subtotal, discount, shipping, tax, fees, grandTotal } }
  })

test('[E9] for any order, the breakdown adds up to the amount and the items to their total', () => {
  fc.assert(
    fc.property(sale, ({ lines, totals }) => {
      const { items, amount } = unitWith({ lines, totals })
      const value = (money: { value: string }) => Math.round(Number(money.value) * 100)
      const { item_total: total, shipping, discount, tax_total: tax } = amount.breakdown
      expect(items.reduce((sum, item) => sum + value(item.unit_amount) * Number(item.quantity), 0)).toBe(
        value(total),
      )
      expect(value(total) + value(shipping) + value(tax) - value(discount)).toBe(value(amount))
      expect(value(amount)).toBe(totals.grandTotal)
    }),
    { numRuns: 300 },
  )
})

test('[E9] amounts have two decimals and are parsed to the cent', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(walletMoney(amount).value).toMatch(/^\d+\.\d\d$/)
      expect(walletCents(walletMoney(amount).value)).toBe(amount)
    }),
  )
  expect(['12', '12.5', '0.07'].map(walletCents)).toEqual([1200, 1250, 7])
  expect(['', '-1.00', '1.005', 'NaN', '1e3', '1,00'].map(walletCents)).toEqual(Array(6).fill(null))
})

test('[E9] another product, price or quantity is another purchase; other fees or another order of items is not', () => {
  const unit = unitWith()
  const [line, fee] = unit.items
  if (!line || !fee) throw new Error('two items')
  const same = (items: PurchaseUnit['items']) => isSamePurchase(items, unit, FEE_CODES)
  expect(same([fee, line])).toBe(true)
  expect(same([line])).toBe(true)
  expect(same([{ ...line, quantity: '1' }])).toBe(false)
  expect(same([{ ...line, sku: 'S-5' }])).toBe(false)
  expect(same([{ ...line, unit_amount: walletMoney(1) }])).toBe(false)
  expect(same([line, line])).toBe(false)
})
