import { expect, test } from 'vitest'
import { chooseMethod, FREE_SHIPPING, shippingKey, shippingMethods, shippingTitle } from './shipping.ts'

const methods = [
  { code: 'a', default: false },
  { code: 'b', default: true },
]

test('[E3] the chosen method stays, else the flagged default, else the first, else none', () => {
  expect(chooseMethod(methods, ({ code }) => code === 'a')?.code).toBe('a')
  expect(chooseMethod(methods, ({ code }) => code === 'gone')?.code).toBe('b')
  expect(chooseMethod(methods.slice(0, 1), () => false)?.code).toBe('a')
  expect(chooseMethod([], () => true)).toBeNull()
})

test('[E3] products are shipped by the free carrier method, virtual ones are not shipped', () => {
  expect(shippingMethods(false)).toEqual([FREE_SHIPPING])
  expect(shippingKey(FREE_SHIPPING)).toBe('freeshipping:freeshipping')
  expect(shippingMethods(true)).toEqual([])
})

test('[F4] an order has its shipping method’s title, also of a method that the shop no longer has', () => {
  expect(shippingTitle('freeshipping:freeshipping')).toBe('Free shipping')
  expect(shippingTitle('truck:night')).toBe('truck:night')
  expect(shippingTitle(null)).toBe('')
})
