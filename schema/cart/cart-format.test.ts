import { expect, test } from 'vitest'
import type { Tire } from '../catalog/product/product.ts'
import {
  formatLineCount,
  formatStockLeft,
  formatUnitPrice,
  minicartCount,
  productFacts,
  totalRows,
} from './cart-format.ts'
import { formatUnits } from './format-units.ts'
import type { Totals } from './totals/totals.ts'

const totals: Totals = {
  lines: [],
  subtotal: 44_800,
  discount: -4480,
  shipping: 0,
  tax: 4133,
  taxPercent: 10.25,
  fees: [{ code: 'state-fee', title: 'Illinois tire fee, 4 at $2.50', amount: 1000 }],
  grandTotal: 45_453,
  couponCode: 'SAVE10',
  placeKnown: true,
}

const lines = [{ facts: '225/45R17 94W, used' }]

test('a line counts its tires, not its units', () => {
  expect(formatLineCount({ facts: '225/45R17, used', qty: 2, setqty: 4 })).toBe('8 tires')
  expect(formatLineCount({ facts: '225/45R17, used', qty: 1, setqty: 1 })).toBe('1 tire')
  expect(formatLineCount({ facts: '', qty: 1, setqty: 1 })).toBe('1 item')
})

test('[H13f] units of several tires say their kind and their tires', () => {
  expect(formatUnits(2, 4)).toBe('2 sets (8 tires)')
  expect(formatUnits(1, 2)).toBe('1 pair (2 tires)')
  expect(formatUnits(3, 1)).toBe('')
})

test('the price of one tire is rounded up', () => {
  expect(formatUnitPrice({ facts: '225/45R17, used', unitPrice: 10_000, qty: 1, setqty: 3 })).toBe(
    '$33.34 per tire',
  )
  expect(formatUnitPrice({ facts: '', unitPrice: 900, qty: 1, setqty: 1 })).toBe('$9.00 each')
})

test('[D8] every part of the total has its own row', () => {
  const { rows, grand } = totalRows({ totals, tires: 4, allVirtual: false, lines }, '60612')
  expect(rows.map(({ term, text }) => `${term}: ${text}`)).toEqual([
    '4 tires: $448.00',
    'Coupon SAVE10: -$44.80',
    'Shipping to 60612: Free',
    'Illinois tire fee, 4 at $2.50: $10.00',
    'Sales tax, 10.25%: $41.33',
  ])
  const estimate = totalRows({ totals, tires: 4, allVirtual: false, lines }, '60612', { isEstimate: true })
  expect(estimate.rows.at(-1)?.term).toBe('Estimated tax, 10.25%')
  expect(grand).toMatchObject({ term: 'Total', text: '$454.53' })
})

test('[D8] the total has a note before the destination is known', () => {
  const unknown = { ...totals, placeKnown: false, tax: 0, fees: [], taxPercent: 0 }
  const { rows, grand } = totalRows({ totals: unknown, tires: 4, allVirtual: false, lines }, null)
  expect(rows.at(-1)).toMatchObject({ term: 'Tax and tire fees', text: 'Calculated with your ZIP' })
  expect(grand.term).toBe('Total before tax')
})

test('virtual products are not shipped', () => {
  const { rows } = totalRows({ totals, tires: 0, allVirtual: true, lines: [{ facts: '' }] }, null)
  expect(rows.map((row) => row.key)).not.toContain('shipping')
  expect(rows[0]?.term).toBe('Subtotal')
  expect(rows.map((row) => row.key)).toEqual(['subtotal', 'discount', 'state-fee', 'tax'])
})

test('stock is shown in units of the line, as a number only while it is scarce', () => {
  expect(formatStockLeft(4, 1)).toBe('4 in stock')
  expect(formatStockLeft(2, 2)).toBe('2 pairs in stock')
  expect(formatStockLeft(1, 4)).toBe('Last set')
  expect(formatStockLeft(1, 1)).toBe('Last one')
  expect(formatStockLeft(9, 1)).toBe('In stock!')
  expect(formatStockLeft(8, 4)).toBe('8 sets in stock')
  expect(formatStockLeft(0, 1)).toBeNull()
  expect(formatStockLeft(null, 1)).toBeNull()
})

test('[D8] a row exists only for a part that exists', () => {
  const plain: Totals = {
    ...totals,
    couponCode: null,
    discount: 0,
    fees: [],
    shipping: 1_550,
    taxPercent: 0,
    tax: 0,
  }
  const shown = (more: Partial<Totals> = {}, facts = ['225/45R17 94W, used']) =>
    totalRows(
      {
        totals: { ...plain, ...more },
        tires: 1,
        allVirtual: false,
        lines: facts.map((text) => ({ facts: text })),
      },
      null,
    )
  const { rows, grand } = shown()
  expect(rows).toEqual([
    { key: 'subtotal', term: '1 tire', text: '$448.00' },
    { key: 'shipping', term: 'Shipping', text: '$15.50' },
    { key: 'tax', term: 'Sales tax', text: '$0.00' },
  ])
  expect(grand).toEqual({ key: 'grand', term: 'Total', text: '$454.53' })
  const keys = (more: Partial<Totals>) => shown(more).rows.map(({ key }) => key)
  expect(keys({ couponCode: 'SAVE10' })).not.toContain('discount')
  expect(keys({ discount: -100 })).not.toContain('discount')
  expect(keys({ couponCode: 'SAVE10', discount: -100 })).toContain('discount')
  expect(keys({ placeKnown: false })).toEqual(['subtotal', 'shipping', 'tax'])
  expect(shown({}, ['225/45R17', '']).rows[0]?.term).toBe('Subtotal')
  expect(totalRows({ totals: plain, tires: 0, allVirtual: false, lines: [] }, null).rows[0]?.term).toBe(
    'Subtotal',
  )
})

test('the number beside the cart counts lines, or units if it is configured so', () => {
  const cart = { lines: [{ qty: 2 }, { qty: 3 }] }
  expect([minicartCount(cart, 'items'), minicartCount(cart, 'quantities')]).toEqual([2, 5])
})

test('the facts of a tire are its size, its condition, and how many there are', () => {
  const tire = { size: '225/45R17', tireLoad: 94, tireSpeed: 'W', condition: 'Used' } as Tire
  const facts = (setqty: number) => productFacts({ tire, setqty })
  expect([1, 2, 4].map(facts)).toEqual([
    '225/45R17 94W, used',
    '225/45R17 94W, used, pair',
    '225/45R17 94W, used, set of 4',
  ])
  expect(productFacts({ tire: null, setqty: 4 })).toBe('')
})

test('[H13f] [H13k] a service is counted and priced by its tires', () => {
  const mounting = { facts: '', qty: 4, setqty: 1, unitPrice: 2_500, service: { tires: 4 } }
  const plan = { facts: '', qty: 1, setqty: 1, unitPrice: 4_800, service: { tires: 4 } }
  expect([mounting, plan].map((line) => `${formatLineCount(line)}, ${formatUnitPrice(line)}`)).toEqual([
    '4 tires, $25.00 per tire',
    '4 tires, $12.00 per tire',
  ])
})
