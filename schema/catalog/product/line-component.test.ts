import { expect, test } from 'vitest'
import { stockDemand, tiresPerUnit, toComponent, totalStockDemand } from './line-component.ts'
import type { Tire } from './product.ts'

const product = { sku: 'S', setqty: 4, stockSku: 'LOT', taxClassId: 2, tire: null }
const tire = { condition: 'Used', rim: 17, brand: 'Halden' } as Tire
const poolPart = (stockSku: string, qty: number, setqty: number) => ({ stockSku, qty, setqty })

test('a part has the product values that stock, fees and tax depend on', () => {
  const part = { sku: 'S', qty: 2, setqty: 4, unitPrice: 100, stockSku: 'LOT', taxClassId: 2, tire: null }
  expect(toComponent(product, { qty: 2, unitPrice: 100 })).toEqual(part)
  expect(toComponent({ ...product, tire }, { qty: 2, unitPrice: 100 }).tire).toEqual({
    condition: 'Used',
    rim: 17,
  })
})

test('a unit counts the tires of its tire parts only', () => {
  const tires = toComponent({ ...product, tire }, { qty: 2, unitPrice: 100 })
  const stems = toComponent(product, { qty: 3, unitPrice: 100 })
  expect(tiresPerUnit({ parts: [tires, stems, tires] })).toBe(16)
})

test('the demand on a stock pool is added up over parts and units', () => {
  const parts = [poolPart('LOT', 2, 4), poolPart('KIT', 3, 1), poolPart('LOT', 1, 2)]
  expect([...stockDemand({ parts })]).toEqual([
    ['LOT', 10],
    ['KIT', 3],
  ])
  expect([
    ...totalStockDemand([
      { qty: 3, parts },
      { qty: 2, parts: [poolPart('LOT', 1, 1)] },
    ]),
  ]).toEqual([
    ['LOT', 32],
    ['KIT', 9],
  ])
})
