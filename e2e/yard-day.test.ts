/** One day of a yard, from the invitation of a new colleague to the audit log in the evening, on a phone and at a desk (H14). */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayment, putInCart } from './api-client.ts'
import { DESKTOP, expectNoSidewaysScroll, openBrowser } from './browser.ts'
import { button, chooseTire, FAKE_CAMERA, measure, takePhotos, typeDot } from './intake-steps.ts'
import { openInvitation, pressSignIn } from './staff-passkey.ts'
import { type StaffShop, startStaffShop } from './staff-shop.ts'
import { choose, DANA, fillCard, orderNumber, pressPlaceOrder } from './steps.ts'
import { countTaps } from './taps.ts'

const browser = openBrowser(FAKE_CAMERA)
const PHONE = { width: 360, height: 640 }
let shop: StaffShop

beforeAll(async () => {
  shop = await startStaffShop()
  await shop.query("INSERT INTO bin (code, walk) VALUES ('A-12-3', 1), ('B-14', 2)")
})
afterAll(() => shop.stop())

/** Types as a scanner does. */
async function scan(page: Page, field: string, code: string): Promise<void> {
  await page.getByLabel(field).fill(code)
  await page.keyboard.press('Enter')
}
const labelLink = (sku: string) => `${shop.url}/U/${sku.replace('-', '')}`.toUpperCase()
const open = async (page: Page, path: string) => {
  await page.goto(`${shop.url}${path}`)
  await expectNoSidewaysScroll(page)
}

/** The owner invites Casey, who joins with a passkey and signs in with it. */
async function inviteCasey(options: { viewport: typeof PHONE }, email: string): Promise<Page> {
  const [owner, casey] = [
    await browser.newPage(options),
    await browser.newPage({ ...options, hasTouch: true }),
  ]
  await shop.signIn(owner, 'owner')
  await open(owner, '/staff/people/')
  await owner.getByLabel('Name', { exact: true }).fill('Casey Lund')
  await owner.getByLabel('Email').fill(email)
  await owner.getByRole('combobox', { name: 'Role' }).last().selectOption('manager')
  await button(owner, 'Make a link').click()
  await openInvitation(casey, (await owner.locator('#link').textContent()) ?? '')
  await button(casey, 'Add a passkey').click()
  await casey.waitForURL(`${shop.url}/staff/me/codes/`)
  await open(casey, '/staff/me/')
  await button(casey, 'Sign out').click()
  await pressSignIn(casey, shop.url)
  return casey
}

/** Takes in six tires: one that must be scrapped, four alike, and one that looks like the first of the four. */
async function takeInSix(page: Page, dot: string): Promise<{ alike: string[]; single: string }> {
  await open(page, '/staff/intake/')
  const hand = countTaps(page)
  await chooseTire(page, hand)
  await measure(page, hand, [7, 7, 1, 7])
  await button(page, 'Scrap it').click()
  await page.getByText('Take one photo of it.').waitFor()
  await takePhotos(page, hand, ['Tread'])
  await page.getByText('Must not be sold.').waitFor()
  await button(page, 'Scrap it').click()
  await page.getByText('Scrapped and counted').waitFor()

  const finish = async (isOne: boolean) => {
    if (!isOne) await button(page, 'Nothing wrong').click()
    await takePhotos(page, hand)
    await hand.tap(button(page, /^Put on sale, \$/))
    await page.locator('.intake-state', { hasText: /^On sale$/ }).waitFor()
    return (await page.locator('.intake-finish h2').textContent()) ?? ''
  }
  await button(page, 'Next tire').click()
  await chooseTire(page, hand)
  await measure(page, hand, [8, 8, 8, 8])
  await typeDot(page, hand, dot)
  // Two photos of the test picture may look the same by chance.
  const another = page.getByRole('button', { name: 'It’s another tire' }).first()
  await page.addLocatorHandler(another, () => another.click(), { noWaitAfter: true })
  const alike = [await finish(false)]
  for (const depths of [
    [8, 8, 7, 8],
    [7, 8, 8, 8],
    [8, 7, 8, 8],
  ]) {
    await button(page, 'One more like it').click()
    await measure(page, hand, depths)
    await button(page, `Same: ${dot}`).click()
    alike.push(await finish(true))
  }
  await page.removeLocatorHandler(another)
  await button(page, 'Next tire').click()
  await chooseTire(page, hand)
  await measure(page, hand, [8, 8, 8, 8])
  await typeDot(page, hand, dot)
  const question = page.getByRole('region', { name: /^Looks like/ })
  await question.getByRole('button', { name: 'It’s another tire' }).click()
  return { alike, single: await finish(false) }
}

/** Makes one set of four tires and returns its number; it is on the shop within two seconds. */
async function makeSet(page: Page, skus: readonly string[]): Promise<string> {
  await open(page, `/staff/labels/?units=${skus.join('+')}`)
  for (const sku of skus) await page.getByText(sku).first().waitFor()
  await open(page, `/staff/sets/new?skus=${skus.join('+')}`)
  await button(page, 'Put the set of four on sale').click()
  await page.getByText(/Set TL-\d+ is on sale/).waitFor()
  const made = Date.now()
  const set = page.url().split('/').at(-1) ?? ''
  await expect
    .poll(async () => (await page.request.get(`${shop.url}/p/${set}/x`)).status(), {
      timeout: Math.max(200, 2_000 - (Date.now() - made)),
    })
    .toBe(200)
  return set
}

/** A buyer with this product at the last step of the checkout. */
async function atPayment(sku: string, email: string, viewport: typeof PHONE): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await putInCart(page, shop.url, sku)
  await openPayment(page, shop.url, { ...DANA, email })
  return page
}

/** Sells the tire at the counter and on the web at the same moment; exactly one of them has it. */
async function sellTwice(casey: Page, sku: string, viewport: typeof PHONE): Promise<void> {
  const buyer = await atPayment(sku, `late-${viewport.width}@whitfield.example`, viewport)
  await choose(buyer, 'Cash on delivery')
  await open(casey, '/staff/sell/')
  await Promise.all([pressPlaceOrder(buyer), scan(casey, 'Scan or type a tire', labelLink(sku))])
  await buyer.waitForFunction(
    () =>
      location.pathname.includes('/success/') ||
      document.querySelector('main')?.textContent.includes('Some products are out of stock'),
  )
  const isOrdered = buyer.url().includes('/success/')
  await casey.getByText(sku).first().waitFor()
  const isHeld = (await casey.getByText(`${sku} is held.`).count()) > 0
  expect([isOrdered, isHeld].filter(Boolean)).toHaveLength(1)
  if (isHeld) {
    await casey.getByLabel('Cash given').fill('900')
    await casey.getByRole('button', { name: /Take \$[\d.]+ in cash/ }).click()
    await casey.getByText('handed over').waitFor()
  }
  const sold = await shop.query(
    "SELECT count(*) AS n FROM sales_order_line l JOIN sales_order o ON o.id = l.order_id WHERE l.sku = ? AND o.status <> 'canceled'",
    sku,
  )
  expect(sold).toEqual([{ n: 1 }])
}

/** Sells the set by card, picks and packs it by scans, and sends it. Returns the order's number. */
async function sellAndSend(casey: Page, set: string, viewport: typeof PHONE): Promise<string> {
  const buyer = await atPayment(set, `set-${viewport.width}@whitfield.example`, viewport)
  await choose(buyer, 'Pay by Card (Stripe)')
  await fillCard(buyer, '4242424242424242')
  await pressPlaceOrder(buyer)
  const order = await orderNumber(buyer)
  await shop.query("UPDATE sales_order SET status = 'delivered' WHERE order_number <> ?", order)
  await open(casey, '/staff/pick/')
  await button(casey, 'Start a run').click()
  await casey.waitForURL(/\/staff\/pick\/\d+$/)
  await scan(casey, 'Scan the tire’s label', labelLink(set))
  await casey.getByText('All done').waitFor()
  await inspectAndPack(order, set, viewport)
  await open(casey, `/staff/pack/${order}`)
  await casey.keyboard.insertText(`1Z999AA1${String(viewport.width).padStart(10, '0')}`)
  await Promise.all([casey.waitForEvent('load'), casey.keyboard.press('Enter')])
  await casey.getByRole('button', { name: 'Send parcel 1' }).press('Enter')
  await casey.getByText('Parcel sent.', { exact: false }).waitFor()
  return order
}

/** The owner makes the second inspection, which Casey, who took the tires in, may not. */
async function inspectAndPack(order: string, set: string, viewport: typeof PHONE): Promise<void> {
  const owner = await browser.newPage({ viewport })
  await shop.signIn(owner, 'owner')
  await open(owner, `/staff/pack/${order}`)
  await owner.keyboard.insertText(labelLink(set))
  await Promise.all([owner.waitForEvent('load'), owner.keyboard.press('Enter')])
  // The same readings a second time, if they differ: the owner may correct a unit.
  const packed = owner.getByText('Inspected, and in the parcel.')
  for (let time = 0; time < 2 && (await packed.count()) === 0; time++) {
    for (const groove of await owner.getByLabel('Groove', { exact: false }).all()) await groove.fill('6')
    await Promise.all([
      owner.waitForEvent('load'),
      owner.getByRole('button', { name: 'Everything’s right' }).click(),
    ])
  }
  await packed.waitFor()
}

async function refundInPart(casey: Page, order: string): Promise<void> {
  await open(casey, `/staff/orders/${order}`)
  await casey.locator('summary', { hasText: /^Refund$/ }).click()
  await casey.getByLabel('Amount in dollars').fill('5')
  await casey.getByLabel('Reason, shown to the customer').fill('A scuff that the photos don’t show')
  await casey.getByRole('button', { name: /^Refund/ }).click()
  await casey.getByText('$5.00').first().waitFor()
}

/** Takes a sold tire back: it lost tread, and goes on sale again with its new readings. The buyer's part is e2e/returns.test.ts. */
async function takeBack(casey: Page, sku: string): Promise<void> {
  const [line] = await shop.query(
    'SELECT o.id, o.order_number, l.item_id FROM sales_order_line l JOIN sales_order o ON o.id = l.order_id WHERE l.sku = ?',
    sku,
  )
  await shop.query(
    `INSERT INTO return_case (order_id, number, once, state, reason, lines, mounted, outcome, way, note, amount, state_at, created_at)
      VALUES (?, 1, ?, 'received', 'mind', ?, 0, 'refund', 'label', '', 1000, 0, 0)`,
    ...[Number(line?.id), `day ${sku}`, JSON.stringify([{ itemId: line?.item_id, pieces: 1 }])],
  )
  await open(casey, `/staff/orders/${line?.order_number}`)
  await casey.getByRole('link', { name: 'Look at the tires' }).click()
  await casey.getByRole('heading', { name: 'At the sale' }).waitFor()
  for (const groove of [1, 2, 3, 4]) await casey.getByLabel(`Groove ${groove}`, { exact: true }).fill('7')
  await casey.getByText('Findings', { exact: true }).first().click()
  await casey.getByLabel('Scuff').check()
  await button(casey, 'Compare').click()
  await casey.getByText('Tread lost: 1/32 in.').waitFor()
  await expectNoSidewaysScroll(casey)
  await button(casey, 'Put on sale').click()
  await casey.getByText(`${sku}: on sale.`).waitFor()
  expect(await shop.query('SELECT qty FROM stock WHERE stock_sku = ?', sku)).toEqual([{ qty: 1 }])
}

const figure = (page: Page, label: string) =>
  page.locator('.bulk-figures > div', { has: page.getByText(label, { exact: true }) }).locator('dd')

/** Lowers the prices of a lot after a preview, and undoes it. */
async function lowerAndUndo(casey: Page, lot: number): Promise<void> {
  await shop.query("INSERT INTO lot (id, source, kind, created_at) VALUES (?, 'Pile', 'whole', 0)", lot)
  await shop.query(
    `UPDATE unit SET lot_id = ?, cost = NULL WHERE product_id IN (SELECT p.id FROM product p JOIN unit u ON u.product_id = p.id
      WHERE type_id = 'simple' AND special_price IS NULL AND lot_id IS NULL AND u.version = 1 ORDER BY p.id LIMIT 20)`,
    lot,
  )
  const prices = () =>
    shop.query(
      'SELECT sku, price FROM product p JOIN unit u ON u.product_id = p.id WHERE lot_id = ? ORDER BY sku',
      lot,
    )
  const before = await prices()
  await open(casey, `/staff/units/?lot=${lot}`)
  await casey.getByRole('link', { name: 'Change all of them' }).click()
  await casey.getByLabel('Amount').fill('10')
  await casey.getByLabel('Why').first().fill('End of the season')
  await button(casey, 'Preview prices').click()
  await casey.waitForURL(/\/staff\/bulk\/\d+$/)
  await expectNoSidewaysScroll(casey)
  expect(await prices()).toEqual(before)
  await casey.getByRole('button', { name: /^Change \d+ units?$/ }).click()
  await figure(casey, 'Changed').waitFor()
  expect(await prices()).not.toEqual(before)
  await casey.getByRole('button', { name: /^Undo \d+ changes?$/ }).click()
  await figure(casey, 'Undone').waitFor()
  expect(await prices()).toEqual(before)
}

/** Exports units, changes one price as a spreadsheet would, and imports: that price alone changes. */
async function exportAndImport(casey: Page, lot: number): Promise<void> {
  await open(casey, `/staff/units/?lot=${lot}`)
  const [download] = await Promise.all([
    casey.waitForEvent('download'),
    casey.getByRole('link', { name: 'Export', exact: true }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  const [row = '', sku = '', head = ''] = /\r\n((TL-\d+),(\d+,live),[\d.]+),,/.exec(csv)?.slice(1) ?? []
  const changed = `${csv.replace(row, `${sku},${head},77.7`).replaceAll('\r\n', '\n')}`
  await open(casey, '/staff/import/')
  await casey
    .getByLabel('CSV file')
    .setInputFiles({ name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) })
  await casey.getByLabel('Why').fill('Price list of today')
  await button(casey, 'Check file').click()
  await casey.waitForURL(/\/staff\/bulk\/\d+$/)
  await button(casey, 'Change 1 unit').click()
  await figure(casey, 'Changed').waitFor()
  expect(await shop.query('SELECT price FROM product WHERE sku = ?', sku)).toEqual([{ price: 7770 }])
}

/** Replays the audit log: the last value that it has for each field of a unit is the value of today. */
async function expectReplay(): Promise<void> {
  const rows = await shop.query(
    `SELECT record_id AS sku, "after" FROM audit_log WHERE record = 'unit' AND kind IN ('create', 'change', 'undo') ORDER BY id`,
  )
  const replayed = new Map<string, Record<string, unknown>>()
  for (const { sku, after } of rows)
    replayed.set(String(sku), { ...replayed.get(String(sku)), ...JSON.parse(String(after)) })
  expect(replayed.size).toBeGreaterThan(20)
  for (const [sku, { price, state, bin }] of replayed) {
    const [stored] = await shop.query(
      'SELECT price, state, bin FROM product p JOIN unit u ON u.product_id = p.id WHERE sku = ?',
      sku,
    )
    const known = Object.fromEntries(
      Object.entries({ price, state, bin }).filter(([, value]) => value !== undefined),
    )
    expect(stored, sku).toMatchObject(known)
  }
}

test.each([
  ['a phone', PHONE, '1823', 7301],
  ['a desk', DESKTOP, '2023', 7302],
] as const)(
  '[H14] a day of a yard on %s: take in, make a set, sell, send, refund, take back, reprice, import, and read it all in the audit log',
  async (_, viewport, dot, lot) => {
    const casey = await inviteCasey({ viewport }, `casey-${viewport.width}@shop.example`)
    const { alike, single } = await takeInSix(casey, dot)
    const set = await makeSet(casey, alike)
    await sellTwice(casey, single, viewport)
    const order = await sellAndSend(casey, set, viewport)
    await refundInPart(casey, order)
    await takeBack(casey, single)
    await lowerAndUndo(casey, lot)
    await exportAndImport(casey, lot)
    await open(casey, '/staff/audit/')
    await casey.getByText('Casey Lund').first().waitFor()
    await expectReplay()
  },
)
