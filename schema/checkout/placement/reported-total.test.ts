import { expect, test } from 'vitest'
import { type Cart, type CartLine, emptyCart } from '../../cart/cart.ts'
import { addReportedTotal, findReportedTotal, type ReportedTotal } from './reported-total.ts'

const chicago = { countryId: 'US', regionId: 23, regionCode: 'IL', postcode: '60612' }
const line: CartLine = {
  itemId: 1,
  sku: 'A',
  parentSku: null,
  productId: 1,
  type: 'simple',
  name: 'A',
  qty: 1,
  setqty: 1,
  unitPrice: 100,
  parts: [],
  choices: [],
  option: null,
}
const cart: Cart = { ...emptyCart('q', { now: 0 }), shipTo: chicago, lines: [line] }
const zip = (postcode: string | null) => ({ ...cart, shipTo: { ...chicago, postcode } })

test('a total is found for the same contents, coupon, state and ZIP code', () => {
  const known = addReportedTotal([], cart, 500)
  expect(findReportedTotal(known, cart)).toBe(500)
  expect(findReportedTotal(known, zip('60612-1234'))).toBe(500)
  const coupon = { code: 'SAVE10', kind: 'percent', value: 10, minSubtotal: 0 } as const
  for (const other of [
    zip('60613'),
    zip(null),
    { ...cart, shipTo: { ...chicago, regionId: 24 } },
    { ...cart, coupon },
    { ...cart, lines: [] },
    { ...cart, lines: cart.lines.map((one) => ({ ...one, qty: 2 })) },
    { ...cart, lines: cart.lines.map((one) => ({ ...one, sku: 'B' })) },
  ]) {
    expect(findReportedTotal(known, other)).toBeNull()
    expect(findReportedTotal(addReportedTotal(known, other, 600), other)).toBe(600)
  }
})

test('the total of the last reply is found, and eight totals are stored', () => {
  const twice = addReportedTotal(addReportedTotal([], cart, 500), cart, 600)
  expect(twice).toHaveLength(1)
  expect(findReportedTotal(twice, cart)).toBe(600)
  const zips = Array.from({ length: 9 }, (_, i) => zip(`6061${i}`))
  const many = zips.reduce((known: ReportedTotal[], one, i) => addReportedTotal(known, one, i), [])
  expect(zips.map((one) => findReportedTotal(many, one))).toEqual([null, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('without a state no total is stored', () => {
  const known = addReportedTotal([], cart, 500)
  for (const shipTo of [null, { ...chicago, regionId: null }]) {
    expect(addReportedTotal(known, { ...cart, shipTo }, 900)).toEqual(known)
    expect(findReportedTotal(known, { ...cart, shipTo })).toBeNull()
  }
})
