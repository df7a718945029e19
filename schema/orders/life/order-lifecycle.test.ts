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

describe('[E13] a cancellation', () => {
  test('is possible for a placed order without a shipment', () => {
    const cancelable = ORDER_STATUSES.filter((status) => canCancel({ ...LIFE, status }))
    expect(cancelable).toEqual(['paid', 'processing', 'partly_refunded'])
    expect(canCancel({ ...LIFE, shipments: [PARCEL] })).toBe(false)
    expect(canCancel({ ...LIFE, refunds: [CANCELING] })).toBe(false)
  })

  test('is described to the buyer when it is possible', () => {
    expect(formatCancellation(LIFE)).toContain('$100.00 will go back')
    expect(formatCancellation({ ...LIFE, refunds: [refund({})] })).toContain('$90.00 will go back')
    expect(formatCancellation({ ...LIFE, status: 'processing', paymentMethod: 'cashondelivery' })).toContain(
      'Nothing was charged',
    )
    expect(formatCancellation({ ...LIFE, status: 'shipped' })).toBeNull()
  })
})

test('while the refund of a cancellation is pending, no other action is possible', () => {
  for (const status of ['pending', 'stuck'] as const) {
    const life = { ...LIFE, refunds: [{ ...CANCELING, status }] }
    expect([canShip(life), canCancel(life), canRefund(life, 1)]).toEqual([false, false, false])
    expect(formatLifecycle(life)).toBe('Being canceled')
  }
  expect(canShip({ ...LIFE, refunds: [{ ...CANCELING, status: 'refused' }] })).toBe(true)
})

test('placed orders can be shipped, also partly refunded ones, and delivered once', () => {
  expect(ORDER_STATUSES.filter((status) => canShip({ ...LIFE, status }))).toEqual([
    'paid',
    'processing',
    'shipped',
    'partly_refunded',
  ])
  expect(canShip({ ...LIFE, isShipped: false })).toBe(false)
  const delivered = { ...LIFE, status: 'delivered' as const, wasDelivered: true }
  expect([canShip(delivered), canShip({ ...delivered, wasConfirmedByBuyer: true })]).toEqual([false, true])
  expect(canDeliver({ ...LIFE, status: 'partly_refunded', shipments: [PARCEL] })).toBe(true)
  expect(canDeliver({ ...LIFE, status: 'partly_refunded' })).toBe(false)
  expect(canDeliver({ ...LIFE, status: 'shipped', wasDelivered: true })).toBe(false)
})

test('cash is captured with the delivery, other payments before', () => {
  const cash = { ...LIFE, paymentMethod: 'cashondelivery', status: 'shipped' as OrderStatus }
  expect([capturedAmount(cash), capturedAmount({ ...cash, wasDelivered: true })]).toEqual([0, 10_000])
  expect(capturedAmount({ ...LIFE, status: 'pending_payment' })).toBe(0)
})

test('[H2] refunded, pending and refundable amounts add up to the captured amount', () => {
  const refunds = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 5_000 }),
      status: fc.constantFrom('pending' as const, 'stuck' as const, 'done' as const, 'refused' as const),
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(refunds, fc.integer({ min: -10, max: 12_000 }), (values, amount) => {
      const life = { ...LIFE, refunds: values.map((value, id) => refund({ ...value, id })) }
      const open = values.filter(({ status }) => status === 'pending' || status === 'stuck')
      const pending = open.reduce((sum, value) => sum + value.amount, 0)
      expect(refundedAmount(life) + pending + refundableAmount(life)).toBe(capturedAmount(life))
      expect(canRefund(life, amount)).toBe(amount > 0 && amount <= refundableAmount(life))
    }),
  )
})

test('the text of the status has parcels and refunds', () => {
  const part = { ...LIFE, status: 'partly_refunded' as OrderStatus, refunds: [refund({})] }
  expect(formatLifecycle(LIFE)).toBe('Paid')
  expect(formatLifecycle(part)).toBe('Partly refunded')
  expect(formatLifecycle({ ...part, shipments: [PARCEL] })).toBe('On its way, partly refunded')
  expect(formatLifecycle({ ...part, wasDelivered: true })).toBe('Delivered, partly refunded')
  expect(formatRefund(part)).toBe('$10.00 of $100.00 refunded')
  const refunded = { ...LIFE, status: 'refunded' as OrderStatus, refunds: [refund({ amount: 10_000 })] }
  expect(formatRefund(refunded)).toBe('$100.00 refunded')
  expect(formatLifecycle({ ...refunded, wasCanceled: true })).toBe('Canceled, refunded')
  expect(formatRefund(LIFE)).toBeNull()
})

test('tracking numbers and amounts are parsed as staff type them', () => {
  expect(trackingNumber(' 1z 999 aa1-01 2345 6784 ')).toBe('1Z999AA10123456784')
  for (const text of ['', '12', '<script>', 'x'.repeat(41)]) expect(trackingNumber(text)).toBeNull()
  expect(trackingHref(PARCEL)).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
  expect(trackingHref({ ...PARCEL, carrier: 'Our own van' })).toBeNull()
  expect(trackingHref({ ...PARCEL, carrier: 'constructor' })).toBeNull()
  expect(['20', '$20.5', '1,020.50'].map(refundAmount)).toEqual([2_000, 2_050, 102_050])
  for (const text of ['', '0', '-5', 'all', '1e3']) expect(refundAmount(text)).toBeNull()
})

test('a partly refunded order keeps its status while its parcels are shipped and delivered', () => {
  const after = (next: typeof statusAfterShipping) =>
    ORDER_STATUSES.map((status) => next({ ...LIFE, status }))
  expect(after(statusAfterShipping)).toEqual([
    'pending_payment',
    'shipped',
    'shipped',
    'shipped',
    // A parcel that was not there when the buyer said so.
    'shipped',
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

test('a delivered order can be neither canceled nor shipped', () => {
  const delivered = { ...LIFE, wasDelivered: true }
  expect([canCancel(delivered), canShip(delivered)]).toEqual([false, false])
  expect(ORDER_STATUSES.filter((status) => canDeliver({ ...LIFE, status, shipments: [PARCEL] }))).toEqual([
    'shipped',
    'partly_refunded',
  ])
  expect(canDeliver({ ...LIFE, status: 'shipped' })).toBe(true)
})

test('an unpaid or canceled order has no captured amount', () => {
  expect(ORDER_STATUSES.filter((status) => capturedAmount({ ...LIFE, status }) === 0)).toEqual([
    'pending_payment',
    'canceled',
  ])
  expect([canRefund({ ...LIFE, status: 'canceled' }, 1), canRefund(LIFE, 0.5)]).toEqual([false, false])
})

test('the texts before and after a cancellation', () => {
  expect(formatCancellation(LIFE)).toBe(
    '$100.00 will go back the way you paid, and the tires go back on sale.',
  )
  const unpaid = { ...LIFE, status: 'processing' as OrderStatus, paymentMethod: 'cashondelivery' }
  expect(formatCancellation(unpaid)).toBe('Nothing was charged. The tires go back on sale.')
  expect(formatLifecycle({ ...LIFE, wasCanceled: true })).toBe('Canceled')
  expect(formatLifecycle({ ...LIFE, refunds: [refund({ cancels: true })] })).toBe('Paid')
  expect(formatLifecycle({ ...LIFE, refunds: [refund({ status: 'pending' })] })).toBe('Paid')
})

test('each carrier has a tracking page, our own van has none', () => {
  const href = (carrier: string) => trackingHref({ ...PARCEL, carrier, trackingNumber: 'A 1' })
  expect(CARRIER_NAMES.map(href)).toEqual([
    'https://www.ups.com/track?tracknum=A%201',
    'https://www.fedex.com/fedextrack/?trknbr=A%201',
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=A%201',
    null,
  ])
})

test('the whole captured amount can be refunded at once; a refunded order allows no refund', () => {
  expect([canRefund(LIFE, 10_000), canRefund(LIFE, 10_001)]).toEqual([true, false])
  expect(canRefund({ ...LIFE, status: 'refunded' }, 1)).toBe(false)
})
