import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { STOCK_ALERT_MESSAGES } from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { DAY_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { FIELD_MESSAGES } from '../../../schema/platform/forms/field.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { confirmStockAlerts, deleteOldStockAlerts } from './stock-alert.sql.ts'

const FORM = '/stock-alerts/form'
const MINE = '/stock-alerts/mine'
const WINTER = { size: '225-45r17', season: 'winter', max: '80' }
let counter = 0
let email = ''

beforeAll(openShop)
beforeEach(() => {
  counter += 1
  email = `waiting${counter}@example.com`
})
afterEach(() => vi.unstubAllGlobals())

const post = (browser: Browser, path: string, fields: Record<string, string>) =>
  browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })

async function alerts(of = email) {
  const { results } = await env.DB.prepare(
    `SELECT a.id, a.label, a.confirmed_at IS NOT NULL AS confirmed, a.subscriber_id FROM stock_alert a
      JOIN stock_alert_subscriber s ON s.id = a.subscriber_id WHERE s.email = ? ORDER BY a.id`,
  )
    .bind(of)
    .all<{ id: number; label: string; confirmed: number; subscriber_id: number }>()
  return results
}

async function confirmMails(subscriberId: number) {
  const { results } = await env.DB.prepare(
    `SELECT payload FROM outbox WHERE kind = 'stock-alert-confirm' AND json_extract(payload, '$.subscriberId') = ?`,
  )
    .bind(subscriberId)
    .all<{ payload: string }>()
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return Promise.all(
    results.map(({ payload }) =>
      buildMail(
        env,
        { kind: 'stock-alert-confirm', payload: JSON.parse(payload) },
        parsed.config,
        Date.now(),
      ),
    ),
  )
}

/** Returns the path of the mail's link to the alerts of the mailbox. */
async function mailedLink(): Promise<string> {
  const [alert] = await alerts()
  const mail = (await confirmMails(alert?.subscriber_id ?? 0)).at(-1)
  const [, link = ''] = /(https:\/\/shop\.example\/stock-alerts\/mine\?\S+)/.exec(mail?.text ?? '') ?? []
  const { pathname, search } = new URL(link)
  return pathname + search
}

async function startAlert(browser: Browser, fields: Record<string, string> = {}) {
  return post(browser, FORM, { ...WINTER, email, ...fields })
}

/** Returns an account and its browser, with or without a confirmed mailbox. */
async function account(isConfirmed: boolean): Promise<Browser> {
  const browser = new Browser()
  await browser.form({
    action: 'register',
    emailAddress: email,
    firstName: 'Wes',
    lastName: 'Hill',
    phoneNumber: '3125550142',
    password: 'rubber-meets-road',
    rPassword: 'rubber-meets-road',
    acceptTermsAndConditions: 'on',
  })
  await env.DB.prepare('UPDATE customer SET email_confirmed_at = ? WHERE email = ?')
    .bind(isConfirmed ? 1 : null, email)
    .run()
  return browser
}

describe('[H13j] starting a stock alert', () => {
  test('a list’s button asks a guest for an address once, and the mailbox confirms by its link', async () => {
    const browser = new Browser()
    const asked = await post(browser, FORM, WINTER)
    expect(asked.status).toBe(303)
    const form = await (await browser.fetch(asked.headers.get('Location') ?? '')).text()
    expect(form).toContain('Email me about winter 225/45R17 tires up to $80')
    expect(form).toContain('name="email"')

    const sent = await startAlert(browser)
    expect(sent.headers.get('Location')).toBe(`${MINE}?state=pending&size=225-45r17&season=winter&max=80`)
    expect(await alerts()).toMatchObject([{ label: 'winter 225/45R17 tires up to $80', confirmed: 0 }])
    // The browser in which an address was typed sees no alerts of the mailbox.
    expect(await (await browser.fetch(MINE)).text()).not.toContain('225/45R17')

    const link = await mailedLink()
    const page = await (await browser.fetch(link)).text()
    expect(page).toContain('Turn on this alert')
    // Opening the link changes nothing, because mail scanners open links.
    expect(await alerts()).toMatchObject([{ confirmed: 0 }])
    const fields = Object.fromEntries(new URL(link, 'https://shop.example').searchParams)
    await post(browser, MINE, { ...fields, action: 'confirm' })
    expect(await alerts()).toMatchObject([{ confirmed: 1 }])

    // From now on one press is enough.
    const second = await post(browser, FORM, { size: '205/55R16' })
    expect(second.headers.get('Location')).toBe(`${MINE}?state=on`)
    expect(await alerts()).toMatchObject([{ confirmed: 1 }, { label: '205/55R16 tires', confirmed: 1 }])
  })

  test('a repeated form makes one alert and a typed address never confirms another one’s', async () => {
    for (const _ of [1, 2]) await startAlert(new Browser())
    expect(await alerts()).toMatchObject([{ confirmed: 0 }])
    const typed = new Browser()
    await startAlert(typed)
    const second = await post(typed, FORM, { size: '205/55R16' })
    expect(second.headers.get('Location')).toContain(`${MINE}?state=pending`)
    expect((await alerts()).map(({ confirmed }) => confirmed)).toEqual([0, 0])
    await post(typed, MINE, { action: 'confirm' })
    expect((await alerts()).map(({ confirmed }) => confirmed)).toEqual([0, 0])
  })

  test('a signed-in customer with a confirmed mailbox needs one press, another one the mail', async () => {
    const owner = await account(true)
    expect((await post(owner, FORM, WINTER)).headers.get('Location')).toBe(`${MINE}?state=on`)
    expect(await alerts()).toMatchObject([{ confirmed: 1 }])
    expect(await (await owner.fetch(MINE)).text()).toContain('Winter 225/45R17 tires up to $80')
    counter += 1
    email = `squatter${counter}@example.com`
    await startAlert(new Browser())
    const squatter = await account(false)
    const sent = await post(squatter, FORM, { size: '205/55R16' })
    expect(sent.headers.get('Location')).toBe(`${MINE}?state=pending`)
    const page = await (await squatter.fetch(MINE)).text()
    // The account sees its own alert, not the one of the mailbox that it has not confirmed.
    expect(page).toContain('205/55R16')
    expect(page).not.toContain('225/45R17')
  })

  test('a stranger who types an address learns nothing about its alerts and cannot use up its twenty', async () => {
    const owner = await account(true)
    await post(owner, FORM, WINTER)
    const subscriberId = (await alerts())[0]?.subscriber_id ?? 0
    // The same conditions as the owner's alert: the answer is that to a new one, and no mail is sent.
    const sent = await startAlert(new Browser())
    expect(sent.headers.get('Location')).toContain('state=pending')
    expect(await confirmMails(subscriberId)).toHaveLength(0)
    for (let max = 1; max <= 22; max += 1)
      expect((await startAlert(new Browser(), { max: String(max) })).headers.get('Location')).toContain(
        'state=pending',
      )
    const pending = (await alerts()).filter(({ confirmed }) => !confirmed)
    expect(pending.map(({ label }) => label)).toEqual(
      Array.from({ length: 20 }, (_, index) => `winter 225/45R17 tires up to $${index + 3}`),
    )
    expect((await post(owner, FORM, { size: '205/55R16' })).headers.get('Location')).toBe(`${MINE}?state=on`)
    // Turning on all of them stops at twenty.
    await confirmStockAlerts(env.DB, subscriberId, Date.now())
    expect((await alerts()).filter(({ confirmed }) => confirmed)).toHaveLength(20)
  })

  test('an account without a confirmed mailbox gets no alert that the mailbox’s owner started', async () => {
    await startAlert(new Browser())
    const squatter = await account(false)
    await post(squatter, FORM, WINTER)
    expect(await (await squatter.fetch(MINE)).text()).not.toContain('225/45R17')
    const [alert] = await alerts()
    await post(squatter, MINE, { action: 'delete', alert: String(alert?.id) })
    expect(await alerts()).toHaveLength(1)
  })

  test('a pending alert that is asked for again waits seven days from then on', async () => {
    await startAlert(new Browser())
    await env.DB.prepare('UPDATE stock_alert SET created_at = created_at - ?')
      .bind(6 * DAY_MS)
      .run()
    await startAlert(new Browser())
    await deleteOldStockAlerts(env.DB, Date.now() + 6 * DAY_MS)
    expect(await alerts()).toHaveLength(1)
  })

  test('a mistyped address can be replaced, with the same tires', async () => {
    const browser = new Browser()
    const right = email
    email = `mistyped${counter}@example.com`
    const sent = await startAlert(browser)
    const pending = await (await browser.fetch(sent.headers.get('Location') ?? '')).text()
    expect(pending).toContain(email)
    const [, href = ''] = /href="([^"]+)">Use another address/.exec(pending) ?? []
    const form = await (await browser.fetch(href.replaceAll('&amp;', '&'))).text()
    expect(form).toContain('Email me about winter 225/45R17 tires up to $80')
    expect(form).toMatch(/<input[^>]* name="email"/)
    // The form of the next alert, which names the known address, leads there too.
    const known = await (await browser.fetch('/stock-alerts?size=225-45r17')).text()
    expect(known).toContain('Use another address')
    await post(browser, FORM, { ...WINTER, email: right })
    expect(await alerts(right)).toHaveLength(1)
    const owner = await account(true)
    expect(await (await owner.fetch('/stock-alerts?size=225-45r17&other=1')).text()).not.toContain(
      'Use another address',
    )
  })

  test.each([
    [{ size: '999/99R99', email: 'a@example.com' }, 422, STOCK_ALERT_MESSAGES['unknown-size']],
    [{ size: 'x'.repeat(2_000), email: 'a@example.com' }, 422, STOCK_ALERT_MESSAGES['unknown-size']],
    [
      { brand: 'nobody', model: 'nothing', email: 'a@example.com' },
      422,
      STOCK_ALERT_MESSAGES['unknown-tire'],
    ],
    [{ size: '225/45R17', max: 'cheap', email: 'a@example.com' }, 422, STOCK_ALERT_MESSAGES.price],
    [{ size: '225/45R17', email: 'nobody at all' }, 422, FIELD_MESSAGES.emailAddress],
  ])('refuses %j with a message and keeps what was typed', async (fields, status, message) => {
    const response = await post(new Browser(), FORM, fields as unknown as Record<string, string>)
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(html).toContain(message.replaceAll("'", '&#x27;'))
    expect(html).toContain(`value="${fields.email}"`)
    // The message takes the focus and leads to its field.
    const [, id = ''] = /autofocus[^>]*>.*?<a href="#(\w+)">/is.exec(html) ?? []
    expect(['email', 'size', 'max']).toContain(id)
    expect(html).toMatch(new RegExp(`<input[^>]* id="${id}"[^>]* aria-invalid="true"`))
  })

  test('a mailbox keeps twenty alerts', async () => {
    const owner = await account(true)
    for (let max = 1; max <= 20; max += 1) {
      owner.network = `10.77.${counter % 250}.${max}`
      await post(owner, FORM, { ...WINTER, max: String(max) })
    }
    owner.network = `10.78.${counter % 250}.1`
    const full = await post(owner, FORM, { ...WINTER, max: '21' })
    expect(full.status).toBe(409)
    expect(await full.text()).toContain('20 stock alerts')
    expect(await alerts()).toHaveLength(20)
    // One that exists is no new one.
    expect((await post(owner, FORM, { ...WINTER, max: '1' })).headers.get('Location')).toBe(
      `${MINE}?state=on`,
    )
  })

  test('one network starts five alerts a minute for mailboxes that have to confirm them', async () => {
    const browser = new Browser()
    for (let size = 0; size < 5; size += 1)
      expect((await startAlert(browser, { max: String(10 + size) })).status).toBe(303)
    const refused = await startAlert(browser, { max: '99' })
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain(email)
  })
})

describe('[H13j] ending stock alerts', () => {
  test('the link of a mail ends all of them, by a button or in one click of the mail program', async () => {
    await startAlert(new Browser())
    const link = new URL(await mailedLink(), 'https://shop.example').search
    const page = await new Browser().fetch(`/stock-alerts/stop${link}`)
    expect(await page.text()).toContain('Turn off all stock alerts')
    const [alert] = await alerts()
    const mail = (await confirmMails(alert?.subscriber_id ?? 0))[0]
    expect(mail?.text).toContain(`/stock-alerts/stop${link}`)
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<https://shop.example/stock-alerts/stop${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(await alerts()).toHaveLength(1)
    const oneClick = await new Browser().send(
      `/stock-alerts/stop${link}`,
      { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) },
      { Origin: 'https://mail.example' },
    )
    expect(oneClick.status).toBe(200)
    expect(await alerts()).toHaveLength(0)
  })

  test('a link with a changed id or signature shows and ends nothing', async () => {
    await startAlert(new Browser())
    const query = new URL(await mailedLink(), 'https://shop.example').searchParams
    const id = Number(query.get('id'))
    for (const [name, value] of [
      ['id', String(id + 1)],
      ['proof', 'x'.repeat(24)],
    ] as const) {
      const changed = new URLSearchParams(query)
      changed.set(name, value)
      expect(await (await new Browser().fetch(`${MINE}?${changed}`)).text()).not.toContain('225/45R17')
      expect((await post(new Browser(), '/stock-alerts/stop', Object.fromEntries(changed))).status).toBe(404)
    }
    expect(await alerts()).toHaveLength(1)
  })

  test('a customer deletes one’s own alerts only', async () => {
    const owner = await account(true)
    await post(owner, FORM, WINTER)
    await post(owner, FORM, { size: '205/55R16' })
    const [first] = await alerts()
    const own = email
    counter += 1
    email = `other${counter}@example.com`
    const other = await account(true)
    await post(other, MINE, { action: 'delete', alert: String(first?.id) })
    expect(await alerts(own)).toHaveLength(2)
    await post(owner, MINE, { action: 'delete', alert: String(first?.id) })
    expect(await alerts(own)).toMatchObject([{ label: '205/55R16 tires' }])
  })

  test('an alert that nobody confirms is deleted after a week, one that is on stays', async () => {
    await startAlert(new Browser())
    const waiting = email
    counter += 1
    email = `waiting${counter}@example.com`
    await post(await account(true), FORM, WINTER)
    await deleteOldStockAlerts(env.DB, Date.now() + 7 * DAY_MS - MINUTE_MS)
    expect(await alerts(waiting)).toHaveLength(1)
    await deleteOldStockAlerts(env.DB, Date.now() + 7 * DAY_MS + MINUTE_MS)
    expect(await alerts(waiting)).toHaveLength(0)
    expect(await alerts()).toHaveLength(1)
  })
})
