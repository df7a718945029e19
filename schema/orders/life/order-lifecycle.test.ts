import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '../order.ts'
import {
  CARRIER_NAMES,
  canCancel,
  canDeliver,
  canRefund,
  canShip,
  capturedAmount,
  formatCancellation,
  formatLifecycle,
  formatRefund,
  type OrderLifecycle,
  type OrderRefund,
  refundAmount,
  refundableAmount,
  refundedAmount,
  statusAfterDelivery,
  statusAfterShipping,
  trackingHref,
  trackingNumber,
} from './order-lifecycle.ts'

const LIFE: OrderLifecycle = {
  status: 'paid',
  paymentMethod: 'stripe',
  grandTotal: 10_000,
  isShipped: true,
  shipments: [],
  refunds: [],
  wasDelivered: false,
  wasCanceled: false,
}
const PARCEL = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784', shippedAt: 0 }
const refund = (rest: Partial<OrderRefund>): OrderRefund => ({
  id: 1,
  key: 'a',
  amount: 1_000,
  status: 'done',
  cancels: false,
  reason: '',
  at: 0,
  ...rest,
})
const CANCELING = refund({ cancels: true, status: 'pending', amount: 10_000 })

describe('[E13] what can be canceled', () => {
  test('is what stands and has not left', () => {
    const may = ORDER_STATUSES.filter((status) => canCancel({ ...LIFE, status }))
    expect(may).toEqual(['paid', 'processing', 'partly_refunded'])
    expect(canCancel({ ...LIFE, shipments: [PARCEL] })).toBe(false)
    expect(canCancel({ ...LIFE, refunds: [CANCELING] })).toBe(false)
  })

  test('says what it means, and nothing where it cannot be', () => {
    expect(formatCancellation(LIFE)).toContain('$100.00 goes back')
    expect(formatCancellation({ ...LIFE, refunds: [refund({})] })).toContain('$90.00 goes back')
    expect(formatCancellation({ ...LIFE, status: 'processing', paymentMethod: 'cashondelivery' })).toContain(
      'Nothing was charged',
    )
    expect(formatCancellation({ ...LIFE, status: 'shipped' })).toBeNull()
  })
})

test('while a cancellation waits for its money, nothing else happens to the order', () => {
  for (const status of ['pending', 'stuck'] as const) {
    const life = { ...LIFE, refunds: [{ ...CANCELING, status }] }
    expect([canShip(life), canCancel(life), canRefund(life, 1)]).toEqual([false, false, false])
    expect(formatLifecycle(life)).toBe('Being canceled')
  }
  expect(canShip({ ...LIFE, refunds: [{ ...CANCELING, status: 'refused' }] })).toBe(true)
})

test('placed orders are shipped, also partly refunded ones, and delivered once', () => {
  expect(ORDER_STATUSES.filter((status) => canShip({ ...LIFE, status }))).toEqual([
    'paid',
    'processing',
    'shipped',
    'partly_refunded',
  ])
  expect(canShip({ ...LIFE, isShipped: false })).toBe(false)
  expect(canDeliver({ ...LIFE, status: 'partly_refunded', shipments: [PARCEL] })).toBe(true)
  expect(canDeliver({ ...LIFE, status: 'partly_refunded' })).toBe(false)
  expect(canDeliver({ ...LIFE, status: 'shipped', wasDelivered: true })).toBe(false)
})

test('cash is taken with the delivery, everything else before', () => {
  const cash = { ...LIFE, paymentMethod: 'cashondelivery', status: 'shipped' as OrderStatus }
  expect([capturedAmount(cash), capturedAmount({ ...cash, wasDelivered: true })]).toEqual([0, 10_000])
  expect(capturedAmount({ ...LIFE, status: 'pending_payment' })).toBe(0)
})

test('[H2] refunded and refundable amounts add up to the captured one, whatever is pending or refused', () => {
  const refunds = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 5_000 }),
      status: fc.constantFrom('pending' as const, 'stuck' as const, 'done' as const, 'refused' as const),
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(refunds, fc.integer({ min: -10, max: 12_000 }), (given, amount) => {
      const life = { ...LIFE, refunds: given.map((one, id) => refund({ ...one, id })) }
      const waits = given.filter(({ status }) => status === 'pending' || status === 'stuck')
      const waiting = waits.reduce((sum, one) => sum + one.amount, 0)
      expect(refundedAmount(life) + waiting + refundableAmount(life)).toBe(capturedAmount(life))
      expect(canRefund(life, amount)).toBe(amount > 0 && amount <= refundableAmount(life))
    }),
  )
})

test('the status in words: parcels and money together', () => {
  const part = { ...LIFE, status: 'partly_refunded' as OrderStatus, refunds: [refund({})] }
  expect(formatLifecycle(LIFE)).toBe('Paid')
  expect(formatLifecycle(part)).toBe('Part of the money returned')
  expect(formatLifecycle({ ...part, shipments: [PARCEL] })).toBe('On its way, part of the money returned')
  expect(formatLifecycle({ ...part, wasDelivered: true })).toBe('Delivered, part of the money returned')
  expect(formatRefund(part)).toBe('$10.00 of $100.00 returned')
  const gone = { ...LIFE, status: 'refunded' as OrderStatus, refunds: [refund({ amount: 10_000 })] }
  expect(formatRefund(gone)).toBe('$100.00 returned')
  expect(formatLifecycle({ ...gone, wasCanceled: true })).toBe('Canceled, money returned')
  expect(formatRefund(LIFE)).toBeNull()
})

test('numbers of parcels and amounts are read as people type them', () => {
  expect(trackingNumber(' 1z 999 aa1-01 2345 6784 ')).toBe('1Z999AA10123456784')
  for (const text of ['', '12', '<script>', 'x'.repeat(41)]) expect(trackingNumber(text)).toBeNull()
  expect(trackingHref(PARCEL)).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
  expect(trackingHref({ ...PARCEL, carrier: 'Our own van' })).toBeNull()
  expect(trackingHref({ ...PARCEL, carrier: 'constructor' })).toBeNull()
  expect(['20', '$20.5', '1,020.50'].map(refundAmount)).toEqual([2_000, 2_050, 102_050])
  for (const text of ['', '0', '-5', 'all', '1e3']) expect(refundAmount(text)).toBeNull()
})

test('an order that was given back in part stays so while its parcels travel', () => {
  const after = (next: typeof statusAfterShipping) =>
    ORDER_STATUSES.map((status) => next({ ...LIFE, status }))
  expect(after(statusAfterShipping)).toEqual([
    'pending_payment',
    'shipped',
    'shipped',
    'shipped',
    'delivered',
    'canceled',
    'refunded',
    'partly_refunded',
  ])
  expect(after(statusAfterDelivery)).toEqual([
    'pending_payment',
    'paid',
    'processing',
    'delivered',
    'delivered',
    'canceled',
    'refunded',
    'partly_refunded',
  ])
})

test('what has arrived is neither canceled nor sent again', () => {
  const there = { ...LIFE, wasDelivered: true }
  expect([canCancel(there), canShip(there)]).toEqual([false, false])
  expect(ORDER_STATUSES.filter((status) => canDeliver({ ...LIFE, status, shipments: [PARCEL] }))).toEqual([
    'shipped',
    'partly_refunded',
  ])
  expect(canDeliver({ ...LIFE, status: 'shipped' })).toBe(true)
})

test('nothing was taken of an order that was not paid or was canceled', () => {
  expect(ORDER_STATUSES.filter((status) => capturedAmount({ ...LIFE, status }) === 0)).toEqual([
    'pending_payment',
    'canceled',
  ])
  expect([canRefund({ ...LIFE, status: 'canceled' }, 1), canRefund(LIFE, 0.5)]).toEqual([false, false])
})

test('a cancellation in words: before, while and after it', () => {
  expect(formatCancellation(LIFE)).toBe(
    '$100.00 goes back the way you paid, and somebody else may buy the tires.',
  )
  const unpaid = { ...LIFE, status: 'processing' as OrderStatus, paymentMethod: 'cashondelivery' }
  expect(formatCancellation(unpaid)).toBe('Nothing was charged. Somebody else may buy the tires.')
  expect(formatLifecycle({ ...LIFE, wasCanceled: true })).toBe('Canceled')
  expect(formatLifecycle({ ...LIFE, refunds: [refund({ cancels: true })] })).toBe('Paid')
  expect(formatLifecycle({ ...LIFE, refunds: [refund({ status: 'pending' })] })).toBe('Paid')
})

test('each carrier shows its parcels, our own van none', () => {
  const href = (carrier: string) => trackingHref({ ...PARCEL, carrier, trackingNumber: 'A 1' })
  expect(CARRIER_NAMES.map(href)).toEqual([
    'https://www.ups.com/track?tracknum=A%201',
    'https://www.fedex.com/fedextrack/?trknbr=A%201',
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=A%201',
    null,
  ])
})

test('the whole rest can be refunded at once; of a refunded order nothing can', () => {
  expect([canRefund(LIFE, 10_000), canRefund(LIFE, 10_001)]).toEqual([true, false])
  expect(canRefund({ ...LIFE, status: 'refunded' }, 1)).toBe(false)
})
