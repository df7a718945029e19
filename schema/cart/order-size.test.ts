import { expect, test } from 'vitest'
import type { LineComponent } from '../catalog/product/line-component.ts'
import { cartErrorMessage } from './cart-error.ts'
import { countReservedTires, orderSizeError } from './order-size.ts'

const tire = { condition: 'Used', rim: 17 } as const
const part = (change: Partial<LineComponent> = {}): LineComponent => ({
  sku: 'TL-1',
  qty: 1,
  setqty: 1,
  unitPrice: 6200,
  stockSku: 'TL-1',
  taxClassId: 2,
  tire,
  ...change,
})
const single = (qty: number) => ({ qty, parts: [part()] })
const set = (qty: number) => ({ qty, parts: [part({ setqty: 4 })] })
const kit = part({ sku: 'MK-1', tire: null, setqty: 4, qty: 3 })
const MAX = { line: 24, order: 48 }

test('[audit A3] [D7] tires are counted, not units: a set is four, a bundle its tires, another product one', () => {
  expect(countReservedTires([])).toBe(0)
  expect(countReservedTires([single(3), set(2)])).toBe(11)
  // Two bundles of two pairs and a kit have eight tires; the kit is not counted.
  expect(countReservedTires([{ qty: 2, parts: [part({ qty: 2, setqty: 2 }), kit] }])).toBe(8)
  expect(countReservedTires([{ qty: 5, parts: [kit] }])).toBe(5)
})

test('[audit A3] [D7] a line and an order may have exactly the limit of tires that are sold online', () => {
  expect(orderSizeError([single(24)], MAX)).toBeNull()
  expect(orderSizeError([set(6), single(24)], MAX)).toBeNull()
  expect(orderSizeError([single(25)], MAX)).toMatchObject({ code: 'line-too-large', detail: '24' })
  expect(orderSizeError([set(7)], MAX)).toMatchObject({ code: 'line-too-large' })
  expect(orderSizeError([single(24), set(6), single(1)], MAX)).toMatchObject({
    code: 'cart-too-large',
    detail: '48',
    status: 400,
  })
})

test('[audit A3] [D7] the message for a larger order names the limit and the telephone', () => {
  const refusal = orderSizeError([single(5)], { line: 4, order: 8 })
  expect(refusal && cartErrorMessage(refusal)).toMatch(
    /only 4 tires per line online\. For more, call [\d-]+ or/,
  )
})
