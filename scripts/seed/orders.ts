/**
 * The orders of riley@example.com: more than one page of the list, in every status that an order can have.
 * Their ids are negative, so that they differ from placed orders and seeding again replaces only them.
 */
import type { CartLine } from '../../schema/cart/cart.ts'
import { productFacts } from '../../schema/cart/cart-format.ts'
import { variantOption } from '../../schema/cart/cart-item.ts'
import type { FeeRule } from '../../schema/cart/totals/fee.ts'
import { computeTotals, type Totals } from '../../schema/cart/totals/totals.ts'
import { finalPrice } from '../../schema/catalog/price/price.ts'
import { toComponent } from '../../schema/catalog/product/line-component.ts'
import type { Product } from '../../schema/catalog/product/product.ts'
import { GOODS_TAX_CLASS } from '../../schema/catalog/product/product.ts'
import { productTitle } from '../../schema/catalog/sizes/tire-text.ts'
import type { ApiAddress } from '../../schema/identity/location/address.ts'
import type { EventDetail } from '../../schema/orders/life/order-lifecycle.ts'
import {
  orderRefund,
  orderShipment,
  salesOrder,
  salesOrderEvent,
  salesOrderLine,
} from '../../schema/orders/order.table.ts'
import { encodeOrderNumber, type OrderStatus } from '../../schema/orders/order.ts'
import { CARD_METHOD, CASH_METHOD } from '../../schema/orders/payment.ts'
import { DAY_MS, HOUR_MS } from '../../schema/platform/duration.ts'
import { CURRENCY } from '../../schema/platform/money.ts'
import { arrivalDate } from '../../schema/platform/shop-calendar.ts'
import { FEE_ROWS } from '../base/fees.ts'
import { regionId, STATE_RATES } from '../base/regions.ts'
import { type Rows, rowsOf } from '../load/sql.ts'
import { SEED_NOW } from './clock.ts'
import { FIRST_UNIT_ID } from './extras.ts'
import { hash } from './prng.ts'
import type { ShopSize } from './shop.ts'
import { makeUnit, type Unit } from './unit.ts'

const ORDERS = 26
const RILEY_ID = 1
const CARRIER = 'UPS'
/** Amount of a partial refund, in cents. */
const PARTIAL_REFUND = 2_500

/** Statuses by index, the newest order first; all other orders are delivered. */
const STATUSES: Readonly<Record<number, OrderStatus>> = {
  0: 'processing',
  1: 'paid',
  2: 'shipped',
  3: 'shipped',
  6: 'canceled',
  10: 'refunded',
  15: 'partly_refunded',
  21: 'canceled',
}

/** The events of an order in each status, with the hours after it was placed. */
const HISTORIES: Readonly<Record<OrderStatus, readonly (readonly [kind: string, hours: number])[]>> = {
  pending_payment: [],
  paid: [['paid', 0]],
  processing: [['processing', 0]],
  shipped: [
    ['paid', 0],
    ['processing', 3],
    ['shipped', 26],
  ],
  delivered: [
    ['paid', 0],
    ['processing', 3],
    ['shipped', 26],
    ['delivered', 74],
  ],
  canceled: [
    ['processing', 0],
    ['canceled', 5],
  ],
  refunded: [
    ['paid', 0],
    ['processing', 3],
    ['shipped', 26],
    ['delivered', 74],
    ['refunded', 290],
  ],
  partly_refunded: [
    ['paid', 0],
    ['processing', 3],
    ['shipped', 26],
    ['delivered', 74],
    ['partly_refunded', 200],
  ],
}

const HOME: ApiAddress = {
  countryId: 'US',
  region: 'Illinois',
  regionId: regionId('IL'),
  regionCode: 'IL',
  postcode: '60647',
  city: 'Chicago',
  street: ['1842 North Fairfield Avenue', 'Apt 2'],
  firstname: 'Riley',
  lastname: 'Marsh',
  telephone: '3125550118',
  email: 'riley@example.com',
  company: '',
  vatId: '',
}

/** Returns the orders with their lines and histories, for a shop of this size. */
export function orderRows(shop: ShopSize): Rows[] {
  const sold = orders(shop)
  return [
    rowsOf(
      salesOrder,
      sold.map(({ row }) => row),
    ),
    rowsOf(salesOrderLine, numbered(sold.flatMap(({ lines }) => lines))),
    rowsOf(salesOrderEvent, numbered(sold.flatMap(({ events }) => events))),
    rowsOf(orderShipment, numbered(sold.flatMap(({ shipments }) => shipments))),
    rowsOf(orderRefund, numbered(sold.flatMap(({ refunds }) => refunds))),
  ]
}

/** Deletes the orders of an earlier seed; children first. */
export const CLEAR_ORDERS: readonly string[] = [
  ...[
    'order_note',
    'order_tag',
    'order_assignee',
    'order_edit',
    'order_parcel_item',
    'order_parcel',
    'pick_item',
    'sales_order_event',
    'sales_order_line',
    'order_download',
    'payment_attempt',
    'order_anonymity',
    'order_shipment',
    'order_refund',
    'return_photo',
    'return_event',
    'return_case',
  ].map((table) => `DELETE FROM "${table}" WHERE order_id < 0`),
  'DELETE FROM "sales_order" WHERE id < 0',
]

/** Numbers rows below zero; ids rise with the order of the rows, as the history of an order is read by id. */
function numbered<Row extends object>(rows: readonly Row[]): (Row & { id: number })[] {
  return rows.map((row, index) => ({ ...row, id: index - rows.length }))
}

function orders(shop: ShopSize) {
  const units = firstUnits(shop, ORDERS + 8)
  return Array.from({ length: Math.min(ORDERS, units.length) }, (_, index) => {
    // Every fifth order has a second product.
    const chosen = units.slice(index, index + (index % 5 === 1 ? 2 : 1))
    return order(shop.seed, index, chosen)
  })
}

function order(seed: number, index: number, units: readonly Unit[]) {
  const id = -1 - index
  const status = STATUSES[index] ?? 'delivered'
  // The newest is from the day before the shop was stocked, the others from every third day before.
  const placedAt = SEED_NOW - DAY_MS - index * 3 * DAY_MS - (index % 7) * HOUR_MS
  const sold = units.map((unit, line) => lineOf(unit, line + 1, placedAt))
  const totals = computeTotals(
    {
      lines: sold.map(({ line }) => line),
      coupon: null,
      shipTo: { countryId: 'US', regionId: HOME.regionId, regionCode: 'IL', postcode: HOME.postcode },
    },
    {
      taxPercentByClass: new Map([[GOODS_TAX_CLASS, STATE_RATES.IL ?? 0]]),
      feeRules: FEE_RULES,
      shippingPrice: 0,
    },
  )
  const isCash = status === 'processing' || status === 'canceled'
  const changes = HISTORIES[status].map(([kind, hours]) => ({
    orderId: id,
    kind,
    at: placedAt + hours * HOUR_MS,
    detail: detailOf(kind, totals.grandTotal, trackingNumber(seed, index)),
  }))
  const row: typeof salesOrder.$inferInsert = {
    id,
    orderNumber: numberOf(seed, index),
    quoteId: `seed${String(index).padStart(28, '0')}`,
    status,
    customerId: RILEY_ID,
    email: HOME.email,
    currency: CURRENCY,
    couponCode: null,
    ...sums(totals),
    paymentMethod: isCash ? CASH_METHOD : CARD_METHOD,
    shippingMethod: 'freeshipping:freeshipping',
    addresses: { billingAddress: HOME, shippingAddress: HOME },
    totals,
    payloadHash: 'seed',
    placedAt,
    updatedAt: changes.at(-1)?.at ?? placedAt,
    arrivesOn: arrivalDate(placedAt),
  }
  const lines = sold.map(({ line, product }, position): typeof salesOrderLine.$inferInsert => ({
    ...line,
    orderId: id,
    title: productTitle(product),
    facts: productFacts(product),
    stockSku: product.stockSku,
    rowTotal: 0,
    discount: 0,
    tax: 0,
    taxPercent: 0,
    ...totals.lines[position],
  }))
  const placed = { orderId: id, kind: 'placed', detail: null, at: placedAt }
  return { row, lines, events: [placed, ...changes], ...shipmentAndRefund(id, changes) }
}

/** Returns the details of an event. */
function detailOf(kind: string, grandTotal: number, trackingNumber: string): EventDetail | null {
  if (kind === 'shipped') return { carrier: CARRIER, trackingNumber }
  const amount = kind === 'refunded' ? grandTotal : kind === 'partly_refunded' ? PARTIAL_REFUND : null
  return amount === null ? null : { amount }
}

/** Returns the rows that a history requires: its shipment and its refund. */
function shipmentAndRefund(
  orderId: number,
  changes: readonly { kind: string; at: number; detail: EventDetail | null }[],
) {
  const shipments = changes.flatMap(({ detail, at }): (typeof orderShipment.$inferInsert)[] =>
    detail?.trackingNumber === undefined
      ? []
      : [
          {
            orderId,
            carrier: CARRIER,
            trackingNumber: detail.trackingNumber,
            madeBy: 'shop',
            shippedAt: at,
          },
        ],
  )
  const refunds = changes.flatMap(({ detail, at }): (typeof orderRefund.$inferInsert)[] =>
    detail?.amount === undefined
      ? []
      : [
          {
            orderId,
            refundKey: `seed:${orderId}`,
            amount: detail.amount,
            status: 'done',
            cancels: false,
            restock: [],
            reason: 'It came back.',
            madeBy: 'shop',
            nextAt: at,
            createdAt: at,
            updatedAt: at,
          },
        ],
  )
  return { shipments, refunds }
}

/** Returns a line with one set of the product, or with up to four single tires. */
function lineOf(unit: Unit, itemId: number, at: number): { line: CartLine; product: Product } {
  const product = unit.variants[0] ?? unit.product
  const qty = product.setqty === 1 ? Math.min(4, unit.stock) : 1
  const unitPrice = finalPrice(product, at)
  const line: CartLine = {
    itemId,
    sku: product.sku,
    parentSku: product.parentSku,
    productId: product.id,
    type: unit.product.type,
    name: product.name,
    qty,
    setqty: product.setqty,
    unitPrice,
    parts: [toComponent(product, { qty: 1, unitPrice })],
    choices: [],
    option: product.parentSku === null ? null : variantOption(product.sets),
  }
  return { line, product }
}

function sums({ subtotal, discount, shipping, tax, fees, grandTotal }: Totals) {
  return {
    subtotal,
    discount,
    shipping,
    tax,
    fees: fees.reduce((sum, fee) => sum + fee.amount, 0),
    grandTotal,
  }
}

const FEE_RULES: readonly FeeRule[] = FEE_ROWS.filter((row) => row.regionId === HOME.regionId).map(
  ({ code, title, conditions, kind, cents, percent, cap, rimFrom, rimBelow }) => ({
    code,
    title,
    conditions,
    kind,
    value: cents ?? percent ?? 0,
    cap: cap ?? null,
    rimFrom: rimFrom ?? null,
    rimBelow: rimBelow ?? null,
  }),
)

/** Returns the oldest units of the shop with their ids. */
function firstUnits({ size, seed }: ShopSize, count: number): Unit[] {
  const units: Unit[] = []
  let id = FIRST_UNIT_ID
  for (let index = 0; index < Math.min(size, count); index += 1) {
    const unit = makeUnit(seed, index, size, id)
    id += 1 + unit.variants.length
    units.push(unit)
  }
  return units
}

function numberOf(seed: number, index: number): string {
  const value = hash(`order ${seed} ${index}`)
  return encodeOrderNumber(
    new Uint8Array([index, value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]),
  )
}

/** Returns a number in the carrier's form: `1Z`, six letters or digits of the sender, ten digits. */
function trackingNumber(seed: number, index: number): string {
  const digits = String(hash(`parcel ${seed} ${index}`)).padStart(10, '0')
  return `1ZTREAD1${digits}`
}
