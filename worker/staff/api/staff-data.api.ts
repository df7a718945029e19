/** GET and PATCH /api/ext/staff/units, GET /api/ext/staff/orders: the shop's data for programs (H14y). */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { isGranted } from '../../../schema/identity/staff/permissions.ts'
import { isOrderNumber, type Order } from '../../../schema/orders/order.ts'
import { productHref } from '../../../schema/paths.ts'
import { readBody } from '../../../schema/platform/http/schema-error.api.ts'
import {
  STAFF_DATA_MESSAGES,
  UNIT_CHANGE_BODY,
  UNIT_CHANGE_HEADERS,
} from '../../../schema/staff/api/staff-data.api.ts'
import { parseOrderSearch } from '../../../schema/staff/orders/order-search.ts'
import { parseOrderFilter } from '../../../schema/staff/orders/order-tabs.ts'
import { parseUnitFilter } from '../../../schema/staff/unit-list/unit-filter.ts'
import { photoHref } from '../../catalog/images/photo-address.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { answerChange } from '../changes/answer-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { withStaff } from '../frame/staff-access.ts'
import { listOrders } from '../orders/order-list.sql.ts'
import { changeAndMatch } from '../safety/match-after-change.ts'
import { listUnits } from '../unit-list/unit-list.sql.ts'
import { readUnitQuestion } from '../unit-list/unit-question.ts'
import { readUnitView, type UnitView } from '../units/unit-view.sql.ts'

const BODY_MAX = 32_768
const M = STAFF_DATA_MESSAGES

async function unitList(c: Context<AppEnv>): Promise<Response> {
  const query = new URL(c.req.url).searchParams
  const { question } = await readUnitQuestion(c.env.DB, parseUnitFilter(query), Date.now())
  const { units, next } = await listUnits(c.env.DB, { ...question, after: query.get('after') })
  const rows = units.map(({ id: _, slug: __, photo: ___, qty: available, ...unit }) => ({
    ...unit,
    available,
  }))
  return reply(c, 200, { units: rows, next })
}

async function unitDetails(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const view = await readUnitView(c.env.DB, c.req.param('sku') ?? '')
  if (!view) return reply(c, 404, M.unit)
  c.header('ETag', `"${view.unit.version}"`)
  const seesCost = isGranted(staff, 'cost.see')
  const details = toUnitDetails(view, c.get('config').siteUrl)
  return reply(c, 200, { ...details, ...(seesCost && { cost: view.unit.cost }) })
}

function toUnitDetails({ product, unit, qty, photos }: UnitView, siteUrl: string) {
  const { sku, size, brand, model, condition, passport, treadDepth, dot, urlKey, createdAt } = product
  return {
    ...{ sku, size, brand, model, condition, grade: passport?.grade ?? null, treadDepth, dot, createdAt },
    ...{ price: product.finalPrice, regularPrice: product.price, specialPrice: product.specialPrice },
    ...{ state: unit.state, bin: unit.bin, available: qty, version: unit.version, tin: unit.tin },
    href: siteUrl + productHref({ ...product, slug: urlKey }),
    photos: photos.map(({ image, label }) => ({ href: siteUrl + photoHref(image), label })),
  }
}

async function changeUnit(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const { 'If-Match': matched, 'Idempotency-Key': named } = UNIT_CHANGE_HEADERS.entries
  const ifMatch = v.safeParse(matched, c.req.header('If-Match'))
  if (!ifMatch.success) return reply(c, 428, M.version)
  const key = v.safeParse(named, c.req.header('Idempotency-Key'))
  if (!key.success) return reply(c, 400, M.key)
  const json = await jsonBody(c)
  if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
  const parsed = readBody(UNIT_CHANGE_BODY, json)
  if (!parsed.ok) return reply(c, 400, parsed.errors)
  const { why, ...patch } = parsed.body
  const version = Number(ifMatch.output.slice(1, -1))
  const request = {
    record: 'unit',
    id: c.req.param('sku') ?? '',
    patch,
    version,
    key: key.output,
    why,
  } as const
  const result = await changeAndMatch(c.env.DB, toActor(staff, 'api'), request, Date.now())
  if (result.ok) c.header('ETag', `"${result.version}"`)
  return answerChange(c, result)
}

async function orderList(c: Context<AppEnv>): Promise<Response> {
  const filter = parseOrderFilter(new URL(c.req.url).searchParams)
  const { orders, next } = await listOrders(c.env.DB, { ...filter, search: parseOrderSearch(filter.q) })
  const rows = orders.map(({ orderNumber, status, name, email, grandTotal: total, placedAt }) => ({
    ...{ orderNumber, status, name, email, total, placedAt },
  }))
  return reply(c, 200, { orders: rows, next })
}

async function orderDetails(c: Context<AppEnv>): Promise<Response> {
  const orderNumber = c.req.param('order') ?? ''
  const details = isOrderNumber(orderNumber) ? await readOrderDetails(c.env.DB, orderNumber) : null
  if (!details) return reply(c, 404, M.order)
  return reply(c, 200, { ...toOrderDetails(details.order), shipments: details.life.shipments })
}

function toOrderDetails({ totals, lines, billingAddress, shippingAddress, ...order }: Order) {
  const { orderNumber, status, email, placedAt, paymentMethod, shippingMethod } = order
  const { subtotal, discount, shipping, tax, fees, grandTotal: total } = totals
  const buyer = shippingAddress ?? billingAddress
  const nameOf = ({ firstname, lastname }: typeof buyer) => `${firstname ?? ''} ${lastname ?? ''}`.trim()
  return {
    ...{ orderNumber, status, name: nameOf(buyer), email, total, placedAt, paymentMethod, shippingMethod },
    address: shippingAddress && {
      ...{ name: nameOf(shippingAddress), company: shippingAddress.company, street: shippingAddress.street },
      ...{ city: shippingAddress.city, state: shippingAddress.regionCode, zip: shippingAddress.postcode },
      ...{ country: shippingAddress.countryId, phone: shippingAddress.telephone },
    },
    lines: lines.map(({ sku, name, qty, unitPrice: price, rowTotal, discount: less }) => ({
      ...{ sku, name, qty, price, total: rowTotal, discount: less },
    })),
    ...{ subtotal, discount, shipping, tax, fees: fees.reduce((sum, { amount }) => sum + amount, 0) },
  }
}

export const extStaffDataApi = new Hono<AppEnv>()
  .get('/staff/units', withStaff('units.see', unitList))
  .get('/staff/units/:sku', withStaff('units.see', unitDetails))
  .patch('/staff/units/:sku', limitBody(BODY_MAX), withStaff('units.see', changeUnit))
  .get('/staff/orders', withStaff('orders.see', orderList))
  .get('/staff/orders/:order', withStaff('orders.see', orderDetails))
