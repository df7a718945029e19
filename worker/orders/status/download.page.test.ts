import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '../../../schema/orders/order.ts'
import { privateKey } from '../../../schema/orders/status/download.ts'
import { downloadHref } from '../../../schema/paths.ts'
import { app } from '../../app.ts'
import { openShop } from '../../cart/testing/cart.harness.ts'
import { loadParts } from '../../catalog/index/testing/parts.fixture.ts'
import {
  cardOrder,
  cashOrder,
  fillCart,
  newPlacementHarness,
  placeTestOrder,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { readActiveOrder } from '../order.sql.ts'
import { orderConfirmation } from '../order-confirmation-content.tsx'
import { orderLinks } from '../order-links.ts'
import { findDownloads } from './download.sql.ts'
import { signDownload } from './download-signature.ts'
import { readOrderDownloads } from './order-downloads.ts'

const GUIDE = 'guides/tire-care.pdf'
let quotes = 0
let order: Order

beforeAll(async () => {
  await openShop()
  await loadParts(env.DB)
})

beforeEach(async () => {
  await env.PICTURES.put(privateKey(GUIDE), '%PDF-1.7 the guide', {
    httpMetadata: { contentType: 'application/pdf' },
  })
  await env.PICTURES.put(privateKey('guides/checklist.pdf'), '%PDF-1.7 the list')
  order = await placeOrder({ 'CG-1': 1 })
})

/** Places an order of these units, paid by card by default. */
async function placeOrder(units: Record<string, number>, request = cardOrder()): Promise<Order> {
  quotes += 1
  const quoteId = `f${quotes.toString(16).padStart(31, '0')}`
  const harness = newPlacementHarness(Date.now())
  await fillCart(quoteId, harness, units)
  expect(await placeTestOrder(quoteId, harness, request)).toMatchObject({ ok: true })
  const placed = await readActiveOrder(env.DB, quoteId)
  if (!placed) throw new Error('the order was placed')
  return placed
}

function hrefOf(
  orderNumber: string,
  linkId: number,
  more: { expires?: number; proof?: string } = {},
): string {
  const { expires = Date.now() + 60_000 } = more
  const claim = { orderNumber, linkId, expires }
  return downloadHref({ ...claim, proof: more.proof ?? signDownload(env.CART_SECRET, claim) })
}

async function fetchFile(href: string, method = 'GET'): Promise<Response> {
  return app.request(`https://shop.example${href}`, { method }, env, createExecutionContext())
}

describe('[C8] a file of an order', () => {
  test('is downloaded by the links of the order’s page and mail, up to the allowed number', async () => {
    const files = await readOrderDownloads(env.DB, env.CART_SECRET, order, Date.now())
    expect(files.map(({ title, left }) => [title, left])).toEqual([
      ['Tire care guide (PDF)', null],
      ['Checklist', 2],
    ])
    const { html, text } = orderConfirmation(
      order,
      'https://shop.example',
      orderLinks(env.CART_SECRET, 'https://shop.example', order.orderNumber),
      { downloads: files },
    )
    for (const { href } of files) {
      expect(text).toContain(`https://shop.example${href}`)
      expect(html).toContain(`https://shop.example${href}`.replaceAll('&', '&amp;'))
    }
    const guide = await fetchFile(files[0]?.href ?? '')
    expect(guide.status).toBe(200)
    expect(await guide.text()).toBe('%PDF-1.7 the guide')
    expect(guide.headers.get('Content-Type')).toBe('application/pdf')
    expect(guide.headers.get('Content-Disposition')).toBe('attachment; filename="tire-care.pdf"')
    expect(guide.headers.get('Cache-Control')).toBe('private, no-store')
    const list = files[1]?.href ?? ''
    // A HEAD request does not count as a download.
    expect((await fetchFile(list, 'HEAD')).status).toBe(200)
    const answers = await Promise.all([1, 2, 3].map(() => fetchFile(list)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 410])
    expect((await findDownloads(env.DB, order.orderNumber)).map(({ used }) => used)).toEqual([1, 2])
    for (let turn = 0; turn < 3; turn += 1)
      expect((await fetchFile(hrefOf(order.orderNumber, 1))).status).toBe(200)
  })

  test('is refused for a link without a valid signature', async () => {
    const { orderNumber } = order
    const other = await placeOrder({ 'CG-1': 1 })
    const mine = hrefOf(orderNumber, 1)
    for (const forged of [
      hrefOf(orderNumber, 1, { proof: 'x' }),
      hrefOf(orderNumber, 1, { proof: '' }),
      mine.replace(orderNumber, other.orderNumber),
      mine.replace('/1?', '/2?'),
      mine.replace(/expires=\d+/, `expires=${Date.now() + 999_999_999}`),
      mine.replace(/expires=\d+/, 'expires=never'),
      `/download/${orderNumber}/1`,
      '/download/nothing/1?expires=1&proof=x',
    ]) {
      const response = await fetchFile(forged)
      expect([forged, response.status]).toEqual([forged, 403])
      expect(await response.text()).not.toContain('%PDF')
    }
  })

  test('is refused for an expired link, with a page that says so', async () => {
    const response = await fetchFile(hrefOf(order.orderNumber, 1, { expires: Date.now() - 1 }))
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('This link has expired')
  })

  test('is refused until the order is paid: with cash on delivery until it is delivered', async () => {
    const cash = await placeOrder({ 'CG-1': 1, 'TL-2001-1': 1 }, cashOrder())
    const [file] = await readOrderDownloads(env.DB, env.CART_SECRET, cash, Date.now())
    expect(file).toMatchObject({ href: null })
    expect((await fetchFile(hrefOf(cash.orderNumber, 1))).status).toBe(403)
    await env.DB.prepare("UPDATE sales_order SET status = 'delivered' WHERE order_number = ?")
      .bind(cash.orderNumber)
      .run()
    expect((await fetchFile(hrefOf(cash.orderNumber, 1))).status).toBe(200)
    await env.DB.prepare("UPDATE sales_order SET status = 'refunded' WHERE order_number = ?")
      .bind(cash.orderNumber)
      .run()
    expect((await fetchFile(hrefOf(cash.orderNumber, 1))).status).toBe(403)
  })

  test('does not count as a download when it is missing in the bucket', async () => {
    await env.PICTURES.delete(privateKey('guides/checklist.pdf'))
    expect((await fetchFile(hrefOf(order.orderNumber, 2))).status).toBe(404)
    expect((await findDownloads(env.DB, order.orderNumber))[1]?.used).toBe(0)
    expect((await fetchFile(`/pictures/${privateKey(GUIDE)}`)).status).toBe(404)
  })

  test('keeps the terms of its order; two units allow twice as many downloads', async () => {
    const two = await placeOrder({ 'CG-1': 2 })
    await env.DB.prepare('UPDATE downloadable_link SET number_of_downloads = 1, title = ?')
      .bind('Another')
      .run()
    expect(
      (await findDownloads(env.DB, two.orderNumber)).map(({ title, allowed }) => [title, allowed]),
    ).toEqual([
      ['Tire care guide (PDF)', 0],
      ['Checklist', 4],
    ])
    await env.DB.prepare(
      "UPDATE downloadable_link SET number_of_downloads = 0, title = 'Tire care guide (PDF)' WHERE id = 1",
    ).run()
    await env.DB.prepare(
      "UPDATE downloadable_link SET number_of_downloads = 2, title = 'Checklist' WHERE id = 2",
    ).run()
  })
})
