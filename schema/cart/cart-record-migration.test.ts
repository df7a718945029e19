import { expect, test } from 'vitest'
import { totalStockDemand } from '../catalog/product/line-component.ts'
import { type CartLine, emptyCart, tireCount } from './cart.ts'
import { migrateLine, migrateLines, toSingleComponent } from './cart-record-migration.ts'

/** A cart stored before lines had parts. */
const OLD = {
  itemId: 1,
  sku: 'LOT-4',
  parentSku: 'LOT',
  productId: 7,
  type: 'configurable',
  name: 'Halden Velo Sport',
  qty: 2,
  setqty: 4,
  unitPrice: 22_400,
  stockSku: 'LOT',
  taxClassId: 2,
  tire: { condition: 'Used', rim: 17 },
  option: null,
} as const

test('[D2] a line of one pool becomes a line of one part, with the same tires from the same pool', () => {
  const line = migrateLine<CartLine>(OLD)
  expect(line).toEqual({
    itemId: 1,
    sku: 'LOT-4',
    parentSku: 'LOT',
    productId: 7,
    type: 'configurable',
    name: 'Halden Velo Sport',
    qty: 2,
    setqty: 4,
    unitPrice: 22_400,
    option: null,
    choices: [],
    parts: [
      {
        sku: 'LOT-4',
        qty: 1,
        setqty: 4,
        unitPrice: 22_400,
        stockSku: 'LOT',
        taxClassId: 2,
        tire: { condition: 'Used', rim: 17 },
      },
    ],
  })
  expect([...totalStockDemand([line])]).toEqual([['LOT', 8]])
  expect(tireCount({ lines: [line] })).toBe(8)
})

test('[D2] a record in the current format stays unchanged', () => {
  const cart = { ...emptyCart('0'.repeat(32), { now: 0 }), lines: [migrateLine<CartLine>(OLD)] }
  expect(migrateLines(cart)).toBe(cart)
})

test('[D2] a cart with lines of both formats gets all lines in the current format', () => {
  const today = migrateLine<CartLine>(OLD)
  expect(migrateLine<CartLine>(today)).toBe(today)
  const cart = { ...emptyCart('q', { now: 0 }), lines: [today, OLD as unknown as CartLine] }
  expect(migrateLines(cart)).toEqual({ ...cart, lines: [today, today] })
})

test('[D2] an older line of an order gets the default tax class and no tire', () => {
  const { taxClassId: _class, tire: _tire, ...line } = OLD
  expect(toSingleComponent(line)).toMatchObject({ taxClassId: 2, tire: null })
})
