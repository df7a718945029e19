import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { CREDIT_MONTHS_PATH } from '../../../schema/orders/credit/credit-expiry.ts'
import { CREDIT_USE } from '../../../schema/orders/refund-way.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import { paths, staffPaths } from '../../../schema/paths.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { CREDIT_PATHS, creditHref } from '../../../schema/staff/credit/credit-form.ts'
import { openShop, RILEY } from '../../account/testing/account.harness.ts'
import { findCredit, readCreditParts } from '../../orders/credit/credit.sql.ts'
import { expireCredit } from '../../orders/credit/expire-credit.ts'
import { refundOrder } from '../../orders/life/order-lifecycle.ts'
import { CounterStaff, draftOf, orderOf, textOf } from '../counter/testing/counter.harness.ts'

let owner: CounterStaff
let keys = 0

beforeAll(async () => {
  await openShop()
  owner = await CounterStaff.of('owner')
  await env.DB.exec("UPDATE stock SET qty = 20 WHERE stock_sku IN ('TL-2001', 'TL-2002')")
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/store/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
})

/** Changes the setting as the owner does, on the page of settings. */
async function setMonths(months: string): Promise<void> {
  const page = await (await owner.fetch(staffPaths.settings)).text()
  const [, version = ''] = new RegExp(`name="version ${CREDIT_MONTHS_PATH}" value="(\\d+)"`).exec(page) ?? []
  keys += 1
  const fields = { key: `months-of-credit-${keys}`, group: 'selling', [CREDIT_MONTHS_PATH]: months }
  const body = new URLSearchParams({ ...fields, [`version ${CREDIT_MONTHS_PATH}`]: version })
  const answer = await owner.fetch(staffPaths.settingsForm, { method: 'POST', body })
  expect(answer.status).toBe(303)
}

async function give(of: string, amount: string): Promise<void> {
  keys += 1
  const fields = {
    action: 'give',
    of,
    amount,
    why: 'Goodwill',
    confirmed: of,
    key: `expiring-credit-${keys}`,
  }
  const body = new URLSearchParams(fields)
  expect((await owner.fetch(CREDIT_PATHS.form, { method: 'POST', body })).status).toBe(303)
}

const balanceOf = async (email: string) => (await findCredit(env.DB, email))?.balance ?? 0
const expiriesOf = async (email: string) =>
  (await readCreditParts(env.DB, email)).map(({ expiresAt }) => expiresAt ?? 0)
const dayOf = async (email: string) => formatOrderDate((await expiriesOf(email))[0] ?? 0)
const mailsTo = async (email: string) => {
  const { results } = await env.DB.prepare(
    "SELECT payload FROM outbox WHERE kind = 'credit-ends' AND payload ->> '$.account' = (SELECT id FROM credit_account WHERE holder = ?)",
  )
    .bind(email)
    .all()
  return results.length
}

test('[H14u] credit expires after the months of the setting; a change of the setting leaves what was promised', async () => {
  const email = RILEY.email
  await env.DB.prepare('UPDATE customer SET email_confirmed_at = 1 WHERE email = ?').bind(email).run()
  await give(email, '10')
  await setMonths('24')
  await give(email, '20')
  const promised = await dayOf(email)
  await setMonths('6')
  await give(email, '30')
  const soon = await dayOf(email)
  await setMonths('')
  await give(email, '40')
  const text = `$30.00 expires after ${soon}; $20.00 expires after ${promised}.`
  expect(Number(promised.slice(-4)) - new Date().getFullYear()).toBe(2)
  expect(textOf(await (await owner.fetch(creditHref(email))).text())).toContain(text)
  await owner.signIn()
  const account = textOf(await (await owner.fetch(paths.account)).text())
  expect(account).toContain(`You have $100.00 of store credit. ${CREDIT_USE} ${text}`)
  await env.DB.prepare('UPDATE customer SET email_confirmed_at = NULL WHERE email = ?').bind(email).run()
  expect(await (await owner.fetch(paths.account)).text()).not.toContain('Store credit')
})

test('[H14u] one email thirty days before, then the credit expires by one entry; what was spent does not', async () => {
  const email = 'expires@example.com'
  await setMonths('12')
  await give(email, '50')
  await setMonths('')
  await give(email, '5')
  const [expiry = 0] = await expiriesOf(email)
  await expireCredit(env, Date.now() + DAY_MS)
  expect(await mailsTo(email)).toBe(0)
  for (const time of [expiry - 30 * DAY_MS, expiry - 30 * DAY_MS, expiry - DAY_MS])
    await expireCredit(env, time)
  expect([await mailsTo(email), await balanceOf(email)]).toEqual([1, 5500])
  const draft = await owner.begin('TL-2001-2')
  await owner.change(draft, { action: 'buyer', way: 'pickup', emailAddress: email })
  await owner.change(draft, { action: 'credit', use: 'yes' })
  // The sale is open while the credit expires: it is asked for again, and nothing is charged.
  for (const time of [expiry + DAY_MS, expiry + DAY_MS, expiry + 9 * DAY_MS]) await expireCredit(env, time)
  expect(await balanceOf(email)).toBe(500)
  expect(await owner.payCash(draft, '900')).toContain('in another sale or expired')
  expect((await draftOf(draft)).state).toBe('open')
  const page = textOf(await (await owner.fetch(creditHref(email))).text())
  expect(page.split('Expired')).toHaveLength(2)
})

test('[H14u] a payment of the same moment comes first, and a run that is killed is repeated without a second entry', async () => {
  const email = 'moment@example.com'
  await setMonths('1')
  await give(email, '20')
  await setMonths('')
  const expiry = ((await expiriesOf(email))[0] ?? 0) + DAY_MS
  /** The database, on which something happens before a batch of the run. */
  const before = (event: () => Promise<unknown>) =>
    new Proxy(env.DB, {
      get: (db, name) => {
        if (name === 'batch')
          return async (statements: D1PreparedStatement[]) => {
            await event()
            return db.batch(statements)
          }
        const value: unknown = Reflect.get(db, name)
        return typeof value === 'function' ? value.bind(db) : value
      },
    })
  const spend = () =>
    env.DB.prepare(
      "INSERT INTO credit_entry (account_id, amount, kind, order_number, made_by, key, at) SELECT id, -1500, 'spent', 'TL-7', 'shop', 'TL-7:spent', 1 FROM credit_account WHERE holder = ?",
    )
      .bind(email)
      .run()
  await expireCredit({ ...env, DB: before(spend) }, expiry)
  expect(await balanceOf(email)).toBe(500)
  const killed = before(() => Promise.reject(new Error('the Worker ended')))
  await expect(expireCredit({ ...env, DB: killed }, expiry)).rejects.toThrow('the Worker ended')
  await Promise.all([expireCredit(env, expiry), expireCredit(env, expiry)])
  expect(await balanceOf(email)).toBe(0)
  // The sale ends unpaid: its credit is back for thirty days.
  await env.DB.prepare(
    "INSERT INTO credit_entry (account_id, amount, kind, order_number, made_by, key, at) SELECT id, 1500, 'released', 'TL-7', 'shop', 'TL-7:released', ? FROM credit_account WHERE holder = ?",
  )
    .bind(expiry, email)
    .run()
  await expireCredit(env, expiry + DAY_MS)
  expect(await expiriesOf(email)).toEqual([expiry + 30 * DAY_MS])
  await expireCredit(env, expiry + 32 * DAY_MS)
  expect(await balanceOf(email)).toBe(0)
})

test('[H14u] an order paid in part with credit comes back as credit in whole: all parts are shown, each with its expiry', async () => {
  const email = 'in-part@example.com'
  await setMonths('24')
  await give(email, '20')
  const [expiry = 0] = await expiriesOf(email)
  await setMonths('12')
  const draft = await owner.begin('TL-2001-2')
  await owner.change(draft, { action: 'buyer', way: 'pickup', emailAddress: email })
  await owner.change(draft, { action: 'credit', use: 'yes' })
  await owner.payCash(draft, '900')
  const [order, { grand_total: total = 0 }] = [await draftOf(draft), (await orderOf(draft)) ?? {}]
  for (const amount of [total - 1000, 1000]) {
    const refund = { id: `as-credit-${amount}`, amount, credit: amount, restock: [], reason: 'Dent' }
    const by = { by: 'staff:1', now: Date.now() }
    expect(await refundOrder(env, order.order_number ?? '', { ...refund, ...by })).toBe('done')
  }
  await setMonths('')
  const parts = await readCreditParts(env.DB, email)
  expect(await balanceOf(email)).toBe(total)
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
  expect(parts.at(-1)).toMatchObject({ amount: 2000, expiresAt: expiry })
  expect(parts.filter(({ expiresAt }) => expiresAt === null)).toEqual([])
  const page = textOf(await (await owner.fetch(creditHref(email))).text())
  expect(page).toContain(`$20.00 expires after ${formatOrderDate(expiry)}`)
})

test('[H14u] an account that can’t be read stops none behind it, and the run says that it failed', async () => {
  await setMonths('1')
  for (const email of ['broken@example.com', 'behind@example.com']) await give(email, '20')
  await setMonths('')
  const [expiry = 0] = await expiriesOf('behind@example.com')
  const now = expiry + 40 * DAY_MS
  const broken = (await findCredit(env.DB, 'broken@example.com'))?.account ?? 0
  await env.DB.exec(
    `CREATE TRIGGER broken_credit BEFORE INSERT ON credit_entry WHEN new.account_id = ${broken} BEGIN SELECT raise(ABORT, 'broken'); END`,
  )
  await expect(expireCredit(env, now)).rejects.toThrow('broken')
  expect([await balanceOf('broken@example.com'), await balanceOf('behind@example.com')]).toEqual([2000, 0])
  await env.DB.exec('DROP TRIGGER broken_credit')
})

test('[H14u] credit that lasts four weeks gets its own email, also a day after that of an older part', async () => {
  const email = 'four-weeks@example.com'
  const now = Date.now()
  const addCredit = (at: number, expiresAt: number) =>
    env.DB.batch([
      env.DB.prepare('INSERT OR IGNORE INTO credit_account (holder, created_at) VALUES (?, ?)').bind(
        email,
        at,
      ),
      env.DB.prepare(
        "INSERT INTO credit_entry (account_id, amount, kind, made_by, key, at, ends_at) SELECT id, 500, 'given', 'shop', 'four-weeks-' || ?, ?, ? FROM credit_account WHERE holder = ?",
      ).bind(at, at, expiresAt, email),
    ])
  await addCredit(now - 300 * DAY_MS, now + 30 * DAY_MS)
  await expireCredit(env, now)
  expect(await mailsTo(email)).toBe(1)
  const later = now + DAY_MS
  await addCredit(later, later + 28 * DAY_MS)
  for (const time of [later, later + DAY_MS, later + 2 * DAY_MS]) await expireCredit(env, time)
  expect(await mailsTo(email)).toBe(2)
})
