import { expect, test } from 'vitest'
import { toPriceUpdates, withUpdatedPrice, withUpdatedSlotPrices } from './price-update.ts'

const FOUR = { sku: 'LOT-4', setqty: 4, price: 22_400, perTire: 5_600, label: 'Set of 4' }
const choice = (sku: string, price: number, count: number) => ({
  id: 1,
  sku,
  label: sku,
  detail: '',
  tires: 0,
  left: null,
  price,
  count,
})
const SLOT = {
  optionId: 1,
  title: 'Front',
  required: true,
  chosen: 1,
  choices: [choice('PAIR', 20_000, 2), choice('PLAN', 1_400, 1)],
}

test('[C10] a set gets its new price, and the price per tire is rounded up', () => {
  expect(withUpdatedPrice(FOUR, { 'LOT-4': 22_401 })).toEqual({ ...FOUR, price: 22_401, perTire: 5_601 })
  expect(withUpdatedPrice(FOUR, { 'LOT-1': 1 })).toBe(FOUR)
})

test('[C10] a slot of a bundle has as many units as before, each at its new price', () => {
  const prices = withUpdatedSlotPrices(SLOT, { PAIR: 11_000 }).choices.map(({ price }) => price)
  expect(prices).toEqual([22_000, 1_400])
})

test('[C10] prices are collected per single unit, including bundle parts and group members', () => {
  expect(toPriceUpdates({ units: [FOUR], members: [{ sku: 'REAR', price: 300 }], slots: [SLOT] })).toEqual({
    'LOT-4': 22_400,
    REAR: 300,
    PAIR: 10_000,
    PLAN: 1_400,
  })
})
