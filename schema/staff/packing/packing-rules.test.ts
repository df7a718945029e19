import { expect, test } from 'vitest'
import type { Order, OrderLine } from '../../orders/order.ts'
import { isPartOf, parcelLines } from '../../orders/parcels/parcel-lines.ts'
import { readTracking } from './tracking-scan.ts'

test('[H14o] a scanned carrier’s label names its carrier, a tire’s number none', () => {
  expect(readTracking('1z 999 aa1 01 2345 6784')).toEqual({
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
  })
  expect(readTracking('420606479400111899223197428490')).toEqual({
    carrier: 'USPS',
    trackingNumber: '9400111899223197428490',
  })
  expect(readTracking('123456789012')?.carrier).toBe('FedEx')
  expect(readTracking(`96${'0'.repeat(20)}123456789012`)).toEqual({
    carrier: 'FedEx',
    trackingNumber: '123456789012',
  })
  for (const text of ['TL-1043274', '', 'HTTPS://SHOP.EXAMPLE/U/TL1', '<b>', '1Z999'])
    expect(readTracking(text)).toBeNull()
})

const part = (stockSku: string, qty: number, setqty = 1) => ({ stockSku, qty, setqty })
const line = (itemId: number, qty: number, parts: object[]) =>
  ({ itemId, qty, parts, type: 'simple', title: `Line ${itemId}` }) as unknown as OrderLine

test('[H14o] the lines of a parcel are the tires in it, each counted once', () => {
  const order = { lines: [line(1, 2, [part('A', 1)]), line(2, 1, [part('A', 1, 2), part('B', 2)])] } as Order
  const read = (contents: Record<string, number>) =>
    parcelLines(order, contents).map((one) => [one.line.itemId, one.qty])
  expect(read({ A: 1 })).toEqual([[1, 1]])
  expect(read({ A: 3 })).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect(read({ A: 4, B: 2 })).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect(read({ C: 1 })).toEqual([])
  expect([isPartOf(order, { A: 4, B: 2 }), isPartOf(order, { A: 4, B: 1 })]).toEqual([false, true])
})
