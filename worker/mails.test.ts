import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { MountingSlot } from '../schema/orders/mounting/mounting.ts'
import { DAY_MS } from '../schema/platform/duration.ts'
import { DESK_MAILS, MAIL_LIMITS } from '../schema/platform/limits/mail-limits.ts'
import { shopDay } from '../schema/platform/shop-calendar.ts'
import { Browser, openShop } from './account/testing/account.harness.ts'
import { addReminder } from './cart/abandoned/cart-reminder.sql.ts'
import { addToCart } from './cart/update-cart.ts'
import { FIXTURE_NOW } from './catalog/index/testing/catalog.fixture.ts'
import { notifyStockAlerts } from './catalog/stock-alerts/notify-stock-alerts.ts'
import { createStockAlert } from './catalog/stock-alerts/stock-alert.sql.ts'
import {
  cardOrder,
  cashOrder,
  newPlacementHarness,
} from './checkout/placement/testing/order-placement.harness.ts'
import { parseConfig } from './config.ts'
import { requestReviews } from './content/reviews/requests/review-request.sql.ts'
import { newQuoteId } from './identity/session/cart-id.ts'
import { buildMail } from './mails.ts'
import { openCreditAccount } from './orders/credit/credit.sql.ts'
import { expireCredit } from './orders/credit/expire-credit.ts'
import {
  cancelOrder,
  deliverOrder,
  reconcileProviderRefund,
  shipOrder,
} from './orders/life/order-lifecycle.ts'
import { newPlacedOrder, type PlacedOrder } from './orders/life/testing/order-lifecycle.harness.ts'
import { deleteAppointment, setAppointment } from './orders/mounting/mounting.sql.ts'
import { openReturn } from './orders/returns/returns.ts'
import { addOutbox } from './platform/mail/outbox.sql.ts'
import { randomBytes } from './platform/security/random-bytes.ts'
import { contrast, visibleTexts } from './platform/testing/mail.harness.ts'
import { applyChange } from './staff/changes/apply-change.ts'
import { actor } from './staff/changes/testing/yard.harness.ts'
import { matchRecalls } from './staff/safety/match-recalls.ts'
import { readSoldLines, sendNotices } from './staff/safety/recalls.sql.ts'
import { readOrderRegistrations } from './staff/safety/registrations.sql.ts'
import { addDailySummaries, setDailySummary } from './staff/today/daily-summary.sql.ts'

/** Actions that put a mail of the kind into the outbox; the order confirmation has its own test. */
const ACTIONS: Record<string, (browser: Browser) => Promise<unknown>> = {
  welcome: () => put('welcome', { email: 'riley@example.com' }),
  'reset-password': () => callApi('/api/user/reset-password', { email: 'riley@example.com' }),
  'password-changed': () => put('password-changed', { customerId: 1 }),
  'email-changed': () => put('email-changed', { customerId: 1, before: 'old@example.com' }),
  'confirm-email': changeEmail,
  'staff-invitation': inviteStaff,
  'registration-form': () => withOrder(giveRegistrationForm),
  'order-merge': askToMerge,
  'recall-notice': () => withOrder(({ orderNumber }) => noticeRecall(orderNumber)),
  'email-change-asked': () => put('email-change-asked', { customerId: 1, before: 'old@example.com' }),
  'account-deleted': () => put('account-deleted', { email: 'old@example.com', firstname: 'Ada' }),
  'newsletter-welcome': (browser) => post(browser, '/newsletter/form/', { email: 'reader@example.com' }),
  'newsletter-stop': async (browser) => {
    await post(browser, '/newsletter/form/', { email: 'leaver@example.com' })
    await post(browser, '/newsletter/form/', { action: 'unsubscribe', email: 'leaver@example.com' })
  },
  'contact-message': (browser) => post(browser, '/contacts/form/', CONTACT),
  'contact-receipt': (browser) => post(browser, '/contacts/form/', CONTACT),
  'abandoned-cart': abandonCart,
  'order-shipped': () => withOrder(({ orderNumber }) => shipOrder(SHOP, orderNumber, UPS, STAFF)),
  'order-canceled': () =>
    withOrder(
      ({ orderNumber }) => cancelOrder(SHOP, orderNumber, { ...STAFF, reason: 'address' }),
      cashOrder(),
    ),
  'order-refunded': () =>
    withOrder(({ orderNumber, grandTotal: total }) =>
      reconcileProviderRefund(SHOP, { orderNumber, total: total - 500, now: FIXTURE_NOW }),
    ),
  'order-delivered': deliverAnOrder,
  'order-late': () =>
    withOrder(({ orderNumber }) =>
      env.DB.batch([
        env.DB.prepare('UPDATE sales_order SET arrives_on = 0 WHERE order_number = ?').bind(orderNumber),
        addOutbox(env.DB, { kind: 'order-late', payload: { orderNumber }, now: 0 }),
      ]),
    ),
  'return-update': openAReturn,
  'desk-return': openAReturn,
  'mounting-booked': () => withOrder(bookAppointment),
  'mounting-canceled': () =>
    withOrder(async (order) => {
      const slot = await bookAppointment(order)
      await deleteAppointment(env.DB, { orderNumber: order.orderNumber, before: slot, now: FIXTURE_NOW })
    }),
  'review-request': async () => {
    await deliverAnOrder()
    await requestReviews(env.DB, FIXTURE_NOW + 22 * DAY_MS)
  },
  'stock-alert-confirm': () => addStockAlert('later@example.com', false),
  'stock-alert': async () => {
    await addStockAlert('back@example.com', true)
    for (const qty of [0, 5]) {
      await env.DB.exec(`UPDATE stock SET qty = ${qty} WHERE stock_sku = 'TL-1001'`)
      await notifyStockAlerts({ ...env, ...SHOP }, FIXTURE_NOW)
    }
  },
  'desk-order': () => withOrder(async () => undefined, cashOrder()),
  'desk-dealer': async () => {
    await env.DB.exec(
      "UPDATE customer SET company_name = 'Rims', company_email = 'office@rims.example' WHERE id = 1",
    )
    await put('desk-dealer', { customerId: 1 })
  },
  'dealer-answer': async () => {
    await env.DB.exec(
      "INSERT OR REPLACE INTO dealer_application (customer_id, state, certificate_until, applied_at) VALUES (2, 'approved', '2027-03-31', 0)",
    )
    await put('dealer-answer', { customerId: 2, state: 'approved' })
  },
  'desk-stock': () =>
    env.DB.batch(
      ['low_mark + 1', 'low_mark'].map((qty) =>
        env.DB.prepare(`UPDATE stock SET qty = ${qty} WHERE stock_sku = 'TL-2002'`),
      ),
    ),
  'desk-alert': () => put('desk-alert', { rule: 'mails-late', value: 400, at: 1 }),
  'payment-returned': () =>
    withOrder(({ orderNumber }) => put('payment-returned', { orderNumber, amount: 54_550 })),
  'credit-ends': mailExpiringCredit,
  'staff-morning': async (browser) => {
    const staffId = await browser.signInAsStaff()
    await setDailySummary(env.DB, { staffId, isOn: true, mailedOn: '' })
    await env.DB.exec("UPDATE sales_order SET placed_at = 0 WHERE status = 'paid'")
    await addDailySummaries(env.DB, shopDay(Date.now()), Date.now())
  },
  'chat-reply': () => put('chat-reply', { to: 'ada@example.com', text: 'Yes, four of them.' }),
}
const CONTACT = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '3125550142',
  topic: 'tire',
  message: 'Hello',
}

const UPS = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
async function inviteStaff(browser: Browser): Promise<void> {
  await browser.signInAsStaff()
  const person = { action: 'invite', name: 'Dee Park', email: 'dee@shop.example', role: 'yard' }
  await post(browser, '/staff/people/form/', person)
}

async function noticeRecall(orderNumber: string): Promise<void> {
  const products = [{ brand: 'Halden', model: null, size: null, from: 202610, to: 202610 }]
  const patch = { notice: 'The tread may come off.', products }
  const request = { record: 'recall', id: '24T011', patch, version: 0, key: 'recall-24T011' } as const
  await applyChange(env.DB, actor(3), request, FIXTURE_NOW)
  await matchRecalls(env.DB, {}, FIXTURE_NOW)
  const orderIds = (await readSoldLines(env.DB, '24T011', orderNumber)).map(({ orderId }) => orderId)
  await sendNotices(env.DB, { campaign: '24T011', orderIds, staffId: 3 }, FIXTURE_NOW)
  // The other mails need tires on sale.
  await env.DB.exec("UPDATE unit SET state = 'live', off_sale = 0 WHERE state = 'recalled'")
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'")
}

async function askToMerge(browser: Browser): Promise<void> {
  await withOrder(async ({ orderNumber }) => {
    await browser.signInAsStaff()
    await post(browser, '/staff/customers/merges/form', {
      ...{ action: 'ask', from: orderNumber, to: 'riley@example.com', key: 'merge-for-mail' },
    })
  })
}

async function giveRegistrationForm({ orderNumber }: PlacedOrder): Promise<void> {
  const [line] = await readOrderRegistrations(env.DB, orderNumber)
  const patches = [{ set: { tin: '1A2UVWXYA2325', tires: 1 } }, { sentAs: 'form' }]
  for (const [index, patch] of patches.entries()) {
    const key = `form-of-${orderNumber}-${index}`
    const request = { record: 'registration', id: String(line?.id), patch, version: null, key } as const
    await applyChange(env.DB, actor(3), request, FIXTURE_NOW)
  }
}

const STAFF = { by: 'staff:3', now: FIXTURE_NOW }
const SHOP = {
  DB: env.DB,
  MOUNTING: env.MOUNTING,
  OUTBOX: { sendBatch: async () => undefined } as unknown as typeof env.OUTBOX,
}

/** Places an order and runs an action on it. */
async function withOrder(
  action: (order: PlacedOrder) => Promise<unknown>,
  request = cardOrder(),
): Promise<void> {
  await action(await newPlacedOrder(newPlacementHarness(FIXTURE_NOW), { 'TL-2001-1': 1 }, { request }))
}

async function deliverAnOrder(): Promise<void> {
  await withOrder(async ({ orderNumber }) => {
    await shipOrder(SHOP, orderNumber, UPS, STAFF)
    await deliverOrder(SHOP, orderNumber, STAFF)
  })
}

async function openAReturn(): Promise<void> {
  await withOrder(async ({ orderNumber }) => {
    await shipOrder(SHOP, orderNumber, UPS, STAFF)
    await deliverOrder(SHOP, orderNumber, STAFF)
    await openReturn(
      SHOP,
      orderNumber,
      {
        ...{ once: 'a-form-of-a-test', lines: [{ itemId: 1, pieces: 1 }], reason: 'fit', mounted: false },
        ...{ outcome: 'refund', way: 'label', note: 'Too wide' },
      },
      STAFF,
    )
  })
}

async function bookAppointment({ orderNumber }: PlacedOrder): Promise<MountingSlot> {
  const slot = { store: 1, day: '2026-12-07', time: 540 }
  await setAppointment(env.DB, { orderNumber, before: null, slot, tires: 1, now: FIXTURE_NOW })
  return slot
}

async function mailExpiringCredit(): Promise<void> {
  await openCreditAccount(env.DB, 'expires@example.com', 1).run()
  await env.DB.exec(
    "INSERT INTO credit_entry (account_id, amount, kind, made_by, key, at, ends_at) SELECT id, 2000, 'given', 'staff:3', 'credit-that-expires', 1, 2000000000 FROM credit_account",
  )
  await expireCredit({ ...env, ...SHOP }, 1_000_000_000)
}

async function addStockAlert(email: string, isOwner: boolean): Promise<void> {
  await createStockAlert(env.DB, {
    ...{ email, isOwner, customerId: null, label: '225/45R17 tires', now: FIXTURE_NOW },
    conditions: { size: '225-45r17', brand: '', model: '', season: '', condition: '', maxPrice: null },
  })
}

async function put(kind: string, payload: object): Promise<void> {
  await env.DB.prepare('INSERT INTO outbox (kind, payload, created_at, next_at) VALUES (?, ?, 0, 0)')
    .bind(kind, JSON.stringify(payload))
    .run()
}
const post = (browser: Browser, path: string, fields: Record<string, string>) =>
  browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
const callApi = (path: string, body: object) =>
  new Browser().fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  })

async function changeEmail(browser: Browser): Promise<void> {
  await browser.signIn()
  const names = { firstName: 'Riley', lastName: 'Marsh', phoneNumber: '' }
  await post(browser, '/customer/account/form/', {
    action: 'profile',
    emailAddress: 'riley.marsh@example.com',
    ...names,
  })
}

async function abandonCart(): Promise<void> {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  const quoteId = newQuoteId(parsed.config.cartSecret, randomBytes)
  const now = Date.now()
  await addToCart(env, quoteId, { sku: 'TL-2001-4', parentSku: null, option: null, qty: 1 }, now)
  await addReminder(env.DB, { quoteId, step: 0, email: 'left@example.com', customerId: null, now })
}

beforeAll(async () => {
  await openShop()
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example')",
  )
})

const MAIL_KINDS: readonly string[] = [...Object.keys(MAIL_LIMITS), ...DESK_MAILS]

test('[G3] every kind of mail has an action', () => {
  expect(MAIL_KINDS.filter((kind) => kind !== 'order-mail' && !(kind in ACTIONS))).toEqual([])
})

test.each(MAIL_KINDS.filter((kind) => kind in ACTIONS))(
  '[G3] the mail "%s" has a subject, the same content in HTML and text, and enough contrast in light and dark',
  async (kind) => {
    await ACTIONS[kind]?.(new Browser())
    const row = await env.DB.prepare('SELECT kind, payload FROM outbox WHERE kind = ? ORDER BY id DESC')
      .bind(kind)
      .first<{ kind: string; payload: string }>()
    const parsed = parseConfig(env)
    if (!row || !parsed.ok) throw new Error(`no row of ${kind}`)
    const mail = await buildMail(env, { kind, payload: JSON.parse(row.payload) }, parsed.config, Date.now())
    if (!mail) throw new Error(`no mail of ${kind}`)
    expect(mail.to).toContain('@')
    expect(mail.subject.length).toBeGreaterThan(5)
    expect(mail.html).toMatch(/^<!doctype html><html lang="en">/)
    for (const scheme of ['light', 'dark'] as const) {
      for (const { text, color: ink, background: ground } of visibleTexts(mail.html, scheme)) {
        expect
          .soft(contrast(ink, ground), `${scheme}: ${text}: ${ink} on ${ground}`)
          .toBeGreaterThanOrEqual(4.5)
        const plain = text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
        expect.soft(mail.text, scheme).toContain(plain)
      }
    }
  },
)
