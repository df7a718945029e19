/** Attempts to take over an account by a changed address, a linked sign-in, or a stolen token. */
import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserDocument } from '../../schema/compat/catalog/user-document.api.ts'
import { HOUR_MS } from '../../schema/platform/duration.ts'
import { parseFlashFormState } from '../../schema/platform/forms/flash-form-state.api.ts'
import { Browser, openShop, signInThroughApi } from '../account/testing/account.harness.ts'
import { parseConfig } from '../config.ts'
import { buildMail } from '../mails.ts'

const GOOGLE = 'https://google.example'
const CLIENT = 'shop.apps.googleusercontent.com'
const SOCIAL = {
  GOOGLE_CLIENT_ID: CLIENT,
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_ACCOUNTS_URL: GOOGLE,
  GOOGLE_API_URL: GOOGLE,
  GOOGLE_KEYS_URL: `${GOOGLE}/certs`,
}
const PASSWORD = 'rubber-meets-road'

const keys = generateKeyPair('RS256', { extractable: true })
let victim = ''
let attacker = ''
let count = 0

beforeAll(openShop)
beforeEach(() => {
  count += 1
  victim = `victim${count}@example.com`
  attacker = `mallory${count}@evil.example`
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({
      keys: [{ ...(await exportJWK((await keys).publicKey)), kid: 'k1', alg: 'RS256' }],
    }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Signs in with an id token of Google; returns the access token, or `null` after a refusal. */
async function googleSignIn(subject: string, email: string): Promise<string | null> {
  const token = await new SignJWT({ email, email_verified: true, given_name: 'Mal', family_name: 'Lory' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(GOOGLE)
    .setAudience(CLIENT)
    .setSubject(subject)
    .setExpirationTime('5m')
    .sign((await keys).privateKey)
  const body = JSON.stringify({ provider: 'google', token })
  const response = await new Browser(SOCIAL).fetch('/api/ext/social-login', { method: 'POST', body })
  const { result } = await response.json<{ result: { token?: string } }>()
  return result.token ?? null
}

async function readMe(token: string): Promise<UserDocument | null> {
  const response = await new Browser().fetch(`/api/user/me?token=${token}`)
  return response.status === 200 ? (await response.json<{ result: UserDocument }>()).result : null
}

async function changeEmail(token: string, email: string) {
  const init = { method: 'POST', body: JSON.stringify({ customer: { email } }) }
  const response = await new Browser().fetch(`/api/user/me?token=${token}`, init)
  return response.json<{ code: number; result: UserDocument & { errorMessage?: string } }>()
}

interface Sent {
  to: string
  text: string
  token: string
}

/** Returns all mails to this mailbox, newest first, also those that wait in the outbox. */
async function mailsTo(to: string): Promise<Sent[]> {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  const { results } = await env.DB.prepare('SELECT kind, payload FROM outbox ORDER BY id DESC').all<{
    kind: string
    payload: string
  }>()
  const mails = []
  for (const { kind, payload } of results) {
    const mail = await buildMail(env, { kind, payload: JSON.parse(payload) }, parsed.config, Date.now())
    const token = /\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    if (mail?.to === to) mails.push({ to, text: mail.text, token })
  }
  return mails
}

async function register(email: string, browser = new Browser()): Promise<Browser> {
  await browser.form({
    action: 'register',
    emailAddress: email,
    firstName: 'Vera',
    lastName: 'Lane',
    phoneNumber: '3125550142',
    password: PASSWORD,
    rPassword: PASSWORD,
    acceptTermsAndConditions: 'on',
  })
  return browser
}

const profileForm = (browser: Browser, fields: Record<string, string>) =>
  browser.fetch('/customer/account/form/', {
    method: 'POST',
    body: new URLSearchParams({
      action: 'profile',
      firstName: 'Vera',
      lastName: 'Lane',
      phoneNumber: '',
      ...fields,
    }),
    headers: { Accept: 'application/json' },
  })
const confirm = (token: string, browser = new Browser()) =>
  browser.form({ action: 'confirm-email', token }, { Accept: 'application/json' })

async function resetByMail(email: string, password: string): Promise<Response> {
  await new Browser().form({ action: 'forgot', emailAddress: email })
  const [mail] = await mailsTo(email)
  return new Browser().form({ action: 'reset', token: mail?.token ?? '', password, rPassword: password })
}

const customer = (email: string) =>
  env.DB.prepare('SELECT id, email_confirmed_at AS confirmed FROM customer WHERE email = ?')
    .bind(email)
    .first<{ id: number; confirmed: number | null }>()
const identities = async (customerId: number) =>
  (await env.DB.prepare('SELECT subject FROM customer_identity WHERE customer_id = ?').bind(customerId).all())
    .results
/** Makes all sessions so old that they no longer authorize changes. */
const ageSessions = () =>
  env.DB.prepare('UPDATE customer_session SET created_at = created_at - ?').bind(HOUR_MS).run()

describe('[audit A1] an account cannot be taken over through its address', () => {
  test('moved to a victim who resets the password: the Google identity and tokens of the attacker no longer work', async () => {
    const subject = `g-${count}`
    const token = (await googleSignIn(subject, attacker)) ?? ''
    expect((await changeEmail(token, victim)).result.email).toBe(attacker)
    // The address belongs to no account before its mailbox confirms it.
    expect(await customer(victim)).toBeNull()
    const [confirmation] = await mailsTo(victim)
    // If the victim confirms, the attacker loses access to the account.
    expect((await confirm(confirmation?.token ?? '')).status).toBe(200)
    expect(await readMe(token)).toBeNull()
    const { id = 0 } = (await customer(victim)) ?? {}
    expect(await identities(id)).toEqual([])
    await resetByMail(victim, 'my-own-new-road')
    expect((await signInThroughApi({ email: victim, password: 'my-own-new-road' })).token).toContain('.')
    const again = await googleSignIn(subject, attacker)
    expect(again === null ? null : (await readMe(again))?.id).not.toBe(id)
  })

  test('a reset by mail unlinks other sign-ins, ends all sessions, and the mail reports this', async () => {
    const subject = `g-reset-${count}`
    const token = (await googleSignIn(subject, victim)) ?? ''
    const { id = 0 } = (await customer(victim)) ?? {}
    expect(await identities(id)).toHaveLength(1)
    await resetByMail(victim, 'my-own-new-road')
    expect(await identities(id)).toEqual([])
    expect(await readMe(token)).toBeNull()
    expect(await googleSignIn(subject, victim)).toBeNull()
    expect((await mailsTo(victim))[0]?.text).toContain('Google and Facebook no longer open your account')
  })

  test('a password change also unlinks other sign-ins and cancels a pending address change', async () => {
    const browser = await register(victim)
    const { id = 0 } = (await customer(victim)) ?? {}
    await env.DB.prepare("INSERT INTO customer_identity VALUES ('google', ?, ?, ?, 0)")
      .bind(`g-change-${count}`, id, victim)
      .run()
    await profileForm(browser, { emailAddress: `moved-${victim}` })
    const [confirmation] = await mailsTo(`moved-${victim}`)
    const next = { password: 'another-road', rPassword: 'another-road' }
    await browser.form({ action: 'change-password', oldPassword: PASSWORD, ...next })
    expect(await identities(id)).toEqual([])
    expect((await confirm(confirmation?.token ?? '')).status).toBe(400)
    expect(await customer(victim)).toMatchObject({ id })
  })

  test('a stolen token of the API changes no address and links no sign-in', async () => {
    await register(victim)
    const { token } = await signInThroughApi({ email: victim, password: PASSWORD })
    await ageSessions()
    const { code, result } = await changeEmail(token, attacker)
    expect([code, result.errorMessage]).toEqual([500, expect.stringContaining('sign in again')])
    expect(await readMe(token)).toMatchObject({ email: victim })
    expect(await mailsTo(attacker)).toEqual([])
    expect(await googleSignIn(`g-thief-${count}`, victim)).toBeNull()
    const { id = 0 } = (await customer(victim)) ?? {}
    expect(await identities(id)).toEqual([])
  })
})

describe('[audit A1] a new address', () => {
  test('becomes active when its mailbox has confirmed it, ends all sessions, and can sign in', async () => {
    const browser = await register(victim)
    const moved = `moved-${victim}`
    const requested = await (await profileForm(browser, { emailAddress: moved })).json<{
      result: { message: string }
    }>()
    expect(requested.result.message).toContain('Open the link')
    expect(await (await browser.fetch('/customer/account/')).text()).toContain(moved)
    const [mail] = await mailsTo(moved)
    const page = await browser.fetch(`/customer/account/confirm-email?token=${mail?.token}`)
    expect([page.status, page.headers.get('Referrer-Policy')]).toEqual([200, 'no-referrer'])
    // Mail scanners open links, so the page requires a confirmation.
    expect(await customer(victim)).not.toBeNull()
    const phone = new Browser()
    const done = await phone.form({ action: 'confirm-email', token: mail?.token ?? '' })
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/login/'])
    expect((await browser.fetch('/api/user/me')).status).toBe(401)
    expect((await customer(moved))?.confirmed).toBeGreaterThan(0)
    await phone.signIn({ email: moved, password: PASSWORD })
    expect((await phone.fetch('/api/user/me')).status).toBe(200)
    expect((await confirm(mail?.token ?? '')).status).toBe(400)
  })

  test('needs the password unless the sign-in is recent; a wrong password counts as a guess', async () => {
    const browser = await register(victim)
    await ageSessions()
    const attempt = async (fields: Record<string, string>) =>
      (await profileForm(browser, { emailAddress: `moved-${victim}`, ...fields })).json<{
        code: number
        result: { errors?: Record<string, string> }
      }>()
    expect(await attempt({})).toMatchObject({
      code: 401,
      result: { errors: { currentPassword: expect.any(String) } },
    })
    expect((await attempt({ currentPassword: 'not-this-one' })).code).toBe(401)
    expect(await mailsTo(`moved-${victim}`)).toEqual([])
    expect((await attempt({ currentPassword: PASSWORD })).code).toBe(200)
    expect(await mailsTo(`moved-${victim}`)).toHaveLength(1)
  })

  test('of another account is refused, also when that account was created during the wait', async () => {
    const browser = await register(victim)
    const wanted = `wanted-${victim}`
    await profileForm(browser, { emailAddress: wanted })
    await register(wanted)
    const link = (await mailsTo(wanted)).find(({ text }) => text.includes(victim))
    const late = new Browser()
    await late.form({ action: 'confirm-email', token: link?.token ?? '' })
    expect(parseFlashFormState(decodeURIComponent(late.cookies.get('__Host-form-notice') ?? ''))?.ok).toBe(
      false,
    )
    expect(await customer(victim)).not.toBeNull()
    expect((await browser.fetch('/api/user/me')).status).toBe(200)
  })
})

describe('[audit A12] the old mailbox is notified of an address change', () => {
  test('at once when the change is requested, and again when it takes effect', async () => {
    const browser = await register(victim)
    const moved = `moved-${victim}`
    await profileForm(browser, { emailAddress: moved })
    expect((await mailsTo(victim))[0]?.text).toContain('asked to change its email address')
    const [mail] = await mailsTo(moved)
    await confirm(mail?.token ?? '')
    const mails = (await mailsTo(victim)).map(({ text }) => text)
    expect(mails[0]).toContain('now has another email address')
    expect(mails[1]).toContain('asked to change its email address')
    // After a change and a change back within a second, both mailboxes are notified.
    await browser.signIn({ email: moved, password: PASSWORD })
    await profileForm(browser, { emailAddress: victim })
    const back = (await mailsTo(victim)).find(({ token }) => token !== '')
    await confirm(back?.token ?? '')
    expect((await mailsTo(victim)).filter(({ text }) => mails.includes(text))).toHaveLength(2)
    expect((await mailsTo(moved))[0]?.text).toContain('now has another email address')
  })
})

describe('[audit A1] an account with an unconfirmed mailbox has no rights to the data of this mailbox', () => {
  const newsletterOf = (email: string) =>
    env.DB.prepare('SELECT status FROM newsletter_subscriber WHERE email = ?').bind(email).first('status')
  const subscribe = (email: string) =>
    new Browser().fetch('/newsletter/form/', { method: 'POST', body: new URLSearchParams({ email }) })
  const myData = async (browser: Browser) =>
    (await browser.fetch('/api/ext/account/my-data')).json<{ newsletter: unknown[] }>()

  test('the account does not show the newsletter of the mailbox before the link in the welcome mail confirms it', async () => {
    await subscribe(victim)
    const squatter = await register(victim)
    expect((await customer(victim))?.confirmed).toBeNull()
    expect((await myData(squatter)).newsletter).toEqual([])
    const [welcome] = await mailsTo(victim)
    expect((await confirm(welcome?.token ?? '')).status).toBe(200)
    expect((await myData(squatter)).newsletter).toHaveLength(1)
    expect((await squatter.fetch('/api/user/me')).status).toBe(200)
  })

  test('deleting an unconfirmed account does not end the newsletter of its address', async () => {
    await subscribe(victim)
    const squatter = await register(victim)
    await squatter.fetch('/customer/account/form/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'delete-account', password: PASSWORD }),
    })
    expect(await customer(victim)).toBeNull()
    expect(await newsletterOf(victim)).toBe('subscribed')
  })

  test('a sign-in with Google confirms a new account and does not open an existing unconfirmed one', async () => {
    await register(victim)
    expect(await googleSignIn(`g-own-${count}`, victim)).toBeNull()
    await googleSignIn(`g-new-${count}`, `new-${victim}`)
    expect((await customer(`new-${victim}`))?.confirmed).toBeGreaterThan(0)
    await resetByMail(victim, 'my-own-new-road')
    expect((await customer(victim))?.confirmed).toBeGreaterThan(0)
  })
})

describe('[audit A1] linked sign-ins', () => {
  const remove = (browser: Browser, subject: string) =>
    browser.fetch('/customer/account/form/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'identity-remove', id: `google:${subject}` }),
      headers: { Accept: 'application/json' },
    })

  test('are listed and can be removed, which ends other sessions; the last sign-in method stays', async () => {
    const subject = `g-list-${count}`
    const browser = await register(victim)
    const { id = 0 } = (await customer(victim)) ?? {}
    await env.DB.prepare("INSERT INTO customer_identity VALUES ('google', ?, ?, ?, 0)")
      .bind(subject, id, victim)
      .run()
    const thief = (await googleSignIn(subject, victim)) ?? ''
    const page = await (await browser.fetch('/customer/account/')).text()
    expect(page).toContain('Google')
    await env.DB.prepare('UPDATE customer SET password_hash = NULL WHERE id = ?').bind(id).run()
    expect((await remove(browser, subject)).status).toBe(400)
    await env.DB.prepare("UPDATE customer SET password_hash = 'x' WHERE id = ?").bind(id).run()
    expect((await remove(await register(`other-${victim}`), subject)).status).toBe(404)
    expect((await remove(browser, subject)).status).toBe(200)
    expect(await identities(id)).toEqual([])
    expect(await readMe(thief)).toBeNull()
    expect((await browser.fetch('/api/user/me')).status).toBe(200)
  })
})

test('[audit A1] a confirmation link with an invalid token is 404', async () => {
  const page = await new Browser().fetch('/customer/account/confirm-email?token=x')
  expect(page.status).toBe(404)
})
