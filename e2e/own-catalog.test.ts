/** A shop with base data and a merchant's catalog, without demo data, sells the products of the file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, productHref } from '../schema/paths.ts'
import { baseStatements } from '../scripts/base/load.ts'
import { readMapping } from '../scripts/import/mapping.ts'
import { runImport } from '../scripts/import/run.ts'
import { migrate } from '../scripts/load/migrate.ts'
import { d1Target, type LoadableD1, openLocalD1 } from '../scripts/load/target.ts'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { serve } from '../scripts/serve.ts'
import { collectErrors, openBrowser } from './browser.ts'
import {
  addToCart,
  choose,
  fillCard,
  fillPersonal,
  fillShipping,
  orderNumber,
  pressPlaceOrder,
} from './steps.ts'

const browser = openBrowser()
const folder = mkdtempSync(join(tmpdir(), 'treadline-own-'))
let shop: Awaited<ReturnType<typeof serve>>
let products: { sku: string; slug: string; price: number }[]

beforeAll(async () => {
  const local = await openLocalD1(folder)
  await migrate(local.db)
  await d1Target(local.db).run(await baseStatements('local'))
  await importFile(local.db, 'e2e/own-catalog.csv')
  const data = process.env.TIRE_DATA
  if (data) {
    await importFile(
      local.db,
      join(data, 'tiredb-tires-2012.csv'),
      readMapping('scripts/import/tiredb-mapping.json'),
    )
  }
  products = await local.db.query(
    "SELECT sku, url_key AS slug, price FROM product WHERE sku LIKE 'OWN-%' ORDER BY id",
  )
  await local.close()
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const vars = {
    ...sandboxVars(port, sandboxPort),
    CART_SECRET: 'a secret of the journeys, long enough',
    SESSION_SECRET: 'sessions of the journeys, long enough',
  }
  shop = await serve({ port, sandboxPort, state: folder, vars })
})
afterAll(async () => {
  await shop?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function importFile(db: LoadableD1, file: string, mapping = readMapping(undefined)): Promise<void> {
  const result = await runImport({
    file,
    mapping,
    label: '',
    target: d1Target(db),
    db,
    resume: false,
    setStock: false,
    now: Date.now(),
    refusedFile: join(folder, 'refused.csv'),
    progressFile: join(folder, 'progress.json'),
    progress: () => {},
  })
  expect(result).toMatchObject({ created: result.rows, refused: 0 })
}

test('[audit B1] [audit B5] an empty shop with a file of every form of size can be browsed, and sells each product', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(shop.url)
  expect(await page.locator('h1').first().isVisible()).toBe(true)
  // Pages and landing roots are base data; sizes, brands and rims come from the file.
  const html = await (await fetch(`${shop.url}/t/b`)).text()
  expect(html).toContain('/t/b/ostrava')
  expect(html).not.toContain('Halden')
  for (const path of [
    '/t/s',
    '/t/c/new',
    '/t/b/ostrava',
    '/t/r/22.5',
    '/delivery-information/',
    '/USA/Illinois',
  ]) {
    expect((await fetch(`${shop.url}${path}`)).status, path).toBe(200)
  }
  expect(products).toHaveLength(7)
  for (const { sku, slug } of products) {
    await page.goto(`${shop.url}${productHref({ sku, parentSku: null, slug })}`)
    expect(await page.locator('main').textContent(), sku).toContain('Ostrava')
    await addToCart(page)
  }
  await page.goto(`${shop.url}${paths.checkout}`)
  await fillPersonal(page)
  await fillShipping(page)
  await choose(page, 'Pay by Card (Stripe)')
  await fillCard(page, '4242424242424242')
  await pressPlaceOrder(page)
  const number = await orderNumber(page)
  const db = await shop.miniflare.getD1Database('DB', 'treadline')
  const order = db.prepare(
    `SELECT subtotal, tax > 0 AS taxed, fees > 0 AS with_fees, (SELECT count(*) FROM sales_order_line l WHERE l.order_id = o.id) AS lines FROM sales_order o WHERE order_number = '${number}'`,
  )
  const subtotal = products.reduce((sum, { price }) => sum + price, 0)
  expect((await order.all()).results).toEqual([{ subtotal, taxed: 1, with_fees: 1, lines: 7 }])
  expect(errors).toEqual([])
})
