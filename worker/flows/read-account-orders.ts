/** A customer's orders, as the list and the page of one show them. */
import type { Context } from 'hono'
import type { OrderBrief, OrdersView, OrderView } from '../../schema/api/account.ts'
import { ORDERS_PER_PAGE } from '../../schema/api/account.ts'
import type { WireAddress } from '../../schema/domain/address.ts'
import { tireCount } from '../../schema/domain/cart.ts'
import { formatDay } from '../../schema/domain/delivery.ts'
import { lookOf, pictureHref } from '../../schema/domain/look.ts'
import { isOrderNumber, type Order } from '../../schema/domain/order.ts'
import { dateWords, orderEventWords } from '../../schema/domain/order-words.ts'
import { paymentTitle } from '../../schema/domain/payment.ts'
import { isOpenable, type Product } from '../../schema/domain/product.ts'
import { productHref } from '../../schema/paths.ts'
import { readOrderEvents, readOrderOfCustomer, readOrdersOfCustomer } from '../db/order.ts'
import { findProducts } from '../db/product.ts'
import type { AppEnv } from '../env.ts'
import { downloadsOf } from './order-downloads.ts'

/** `page` as the address has it; what is no page is the first, what is past the end is the last. */
export async function readOrdersPage(
  db: D1Database,
  customerId: number,
  page: string | undefined,
): Promise<Omit<OrdersView, 'notice'>> {
  const asked = /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1
  const pageOf = (n: number) =>
    readOrdersOfCustomer(db, customerId, { limit: ORDERS_PER_PAGE, offset: (n - 1) * ORDERS_PER_PAGE })
  const first = await pageOf(asked)
  const pages = Math.max(1, Math.ceil(first.total / ORDERS_PER_PAGE))
  const shown = Math.min(asked, pages)
  const { orders } = shown === asked ? first : await pageOf(shown)
  return { orders: orders.map(briefOf), page: shown, pages, total: first.total }
}

/** `null` for an order that is not this customer's, or never stood. */
export async function readOrderPage(
  c: Context<AppEnv>,
  customerId: number,
  orderNumber: string,
): Promise<Omit<OrderView, 'notice'> | null> {
  if (!isOrderNumber(orderNumber)) return null
  const { DB } = c.env
  const [order, history] = await Promise.all([
    readOrderOfCustomer(DB, orderNumber, customerId),
    readOrderEvents(DB, orderNumber, customerId),
  ])
  if (!order || order.status === 'pending_payment') return null
  const [products, downloads] = await Promise.all([
    findProducts(DB, [...new Set(order.lines.map(({ sku }) => sku))]),
    downloadsOf(DB, c.get('config').cartSecret, order, Date.now()),
  ])
  const { shippingAddress: to } = order
  return {
    orderNumber,
    placed: dateWords(order.placedAt),
    status: order.status,
    lines: order.lines.map((line) => lineView(line, products.get(line.sku))),
    totals: order.totals,
    tires: tireCount(order),
    allVirtual: to === null,
    shipTo: to && addressLines(to),
    billTo: addressLines(order.billingAddress),
    zip: to?.postcode ?? null,
    payment: paymentTitle(order.paymentMethod),
    arrives: order.arrivesOn === null ? null : formatDay(order.arrivesOn),
    downloads,
    events: history.flatMap(({ kind, detail, at }) => {
      const words = orderEventWords(kind, detail)
      return words === null ? [] : [{ at: dateWords(at), words }]
    }),
  }
}

function briefOf(order: Order): OrderBrief {
  return {
    orderNumber: order.orderNumber,
    placed: dateWords(order.placedAt),
    status: order.status,
    total: order.totals.grandTotal,
    titles: order.lines.map((line) => [line.title, line.facts].filter(Boolean).join(' ')),
  }
}

function lineView(line: Order['lines'][number], product: Product | undefined): OrderView['lines'][number] {
  const { itemId, sku, parentSku, title, facts, choices, qty, setqty, unitPrice, rowTotal } = line
  const isShown = product !== undefined && (parentSku !== null || isOpenable(product))
  return {
    ...{ itemId, title, facts, choices, qty, setqty, unitPrice, rowTotal },
    href: isShown ? productHref({ sku, parentSku, slug: product.slug }) : null,
    picture: product?.tire ? pictureHref(lookOf(product.tire), 'three-quarter', 350) : null,
  }
}

function addressLines(address: WireAddress): string[] {
  const { firstname, lastname, company, street, city, region, postcode } = address
  return [
    `${firstname} ${lastname}`,
    company,
    street.filter(Boolean).join(', '),
    `${city}, ${region} ${postcode}`,
  ].filter((line) => line.trim() !== '')
}
