import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNT_MESSAGES } from '../../../schema/identity/sign-in/account-form.api.ts'
import { parseFlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { expectRateLimit } from '../../platform/testing/rate-limit.harness.ts'
import { Browser, call, newNetwork, openShop, RILEY, signInThroughApi } from '../testing/account.harness.ts'

beforeAll(openShop)

let browser: Browser
let counter = 0
beforeEach(() => {
  browser = new Browser()
})

const ACCEPT_JSON = { Accept: 'application/json' }
const isSignedIn = async (who = browser) =>
  (await (await who.fetch('/api/user/me')).json<{ code: number }>()).code === 200
const noticeOf = (who = browser) =>
  parseFlashFormState(decodeURIComponent(who.cookies.get('__Host-form-notice') ?? ''))

async function registerCustomer(who = browser) {
  counter += 1
  const email = `form${counter}@example.com`
  const password = 'rubber-meets-road'
  const response = await who.form({
    action: 'register',
    emailAddress: email,
    lastName: 'Hill',
    password,
    rPassword: password,
    acceptTermsAndConditions: 'on',
    firstName: 'Zoë',
  })
  return { email, password, response }
}

/** Builds the newest mail of this kind from the outbox. */
async function newestMail(kind: string) {
  const row = await env.DB.prepare('SELECT kind, payload FROM outbox WHERE kind = ? ORDER BY id DESC')
    .bind(kind)
    .first<{ kind: string; payload: string }>()
  const parsed = parseConfig(env)
  if (!row || !parsed.ok) throw new Error('no mail')
  const mail = await buildMail(env, { kind, payload: JSON.parse(row.payload) }, parsed.config, Date.now())
  return { mail, payload: row.payload, token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}

describe('[F1] signing in by a plain form', () => {
  test('leads back, sets a cookie that no script can read, and starts a new session each time', async () => {
    const response = await browser.form({
      action: 'sign-in',
      emailAddress: ' Riley@Example.com',
      password: RILEY.password,
      back: '/cart/',
    })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/cart/'])
    const cookies = response.headers.getSetCookie()
    const line = cookies.find((cookie) => cookie.startsWith('__Host-session='))
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(line).toContain(flag)
    expect(line).not.toContain('Domain')
    expect(cookies.find((cookie) => cookie.startsWith('signed-in='))).not.toContain('HttpOnly')
    expect(browser.cookies.get('signed-in')).toBe('Riley')
    expect(await isSignedIn()).toBe(true)
    const first = browser.cookies.get('__Host-session') ?? ''
    await browser.signIn()
    expect(browser.cookies.get('__Host-session')).not.toBe(first)
    // The first cookie no longer grants access, even for a person who planted it.
    const other = new Browser()
    other.cookies.set('__Host-session', first)
    expect(await isSignedIn(other)).toBe(false)
  })

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to another site: %s',
    async (back) => {
      const response = await browser.form({
        action: 'sign-in',
        emailAddress: RILEY.email,
        password: RILEY.password,
        back,
      })
      expect(response.headers.get('Location')).toBe('/customer/account/')
    },
  )

  test('a form of another site cannot sign in or out', async () => {
    const foreign = { 'Sec-Fetch-Site': 'cross-site' }
    const fields = { action: 'sign-in', emailAddress: RILEY.email, password: RILEY.password }
    expect((await browser.form(fields, foreign)).status).toBe(403)
    expect(browser.cookies.size).toBe(0)
    await browser.signIn()
    expect((await browser.form({ action: 'sign-out' }, foreign)).status).toBe(403)
    expect(await isSignedIn()).toBe(true)
  })

  test('a wrong password and an unknown address get the same reply, on the page and by script', async () => {
    const wrong = { action: 'sign-in', emailAddress: RILEY.email, password: 'wrong-password' }
    const page = await browser.form({ ...wrong, back: '/cart/' })
    expect([page.status, page.headers.get('Location')]).toEqual([303, '/login/?back=%2Fcart%2F'])
    expect(noticeOf()).toMatchObject({
      form: 'sign-in',
      ok: false,
      message: expect.stringContaining('sign-in was incorrect'),
      fields: { emailAddress: RILEY.email },
    })
    expect(JSON.stringify([...browser.cookies])).not.toContain('wrong-password')
    const replies = []
    for (const emailAddress of [RILEY.email, 'nobody@example.com']) {
      const response = await browser.form({ ...wrong, emailAddress }, ACCEPT_JSON)
      replies.push([response.status, await response.text()])
    }
    expect(replies[0]).toEqual(replies[1])
    expect(replies[0]?.[0]).toBe(401)
  })

  test('signing out ends the session in the browser and in the table', async () => {
    await browser.signIn()
    const before = browser.cookies.get('__Host-session') ?? ''
    const response = await browser.form({ action: 'sign-out' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/'])
    expect([...browser.cookies.keys()]).not.toContain('__Host-session')
    expect([...browser.cookies.keys()]).not.toContain('signed-in')
    expect(noticeOf()).toMatchObject({ ok: true, message: "You're logged out" })
    browser.cookies.set('__Host-session', before)
    expect(await isSignedIn()).toBe(false)
  })
})

describe('[F1] registering by a plain form', () => {
  test('signs in and sends a welcome mail; errors name every invalid field', async () => {
    const { response } = await registerCustomer()
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/customer/account/'])
    expect(decodeURIComponent(browser.cookies.get('signed-in') ?? '')).toBe('Zoë')
    expect(await isSignedIn()).toBe(true)
    const bad = await browser.form({ action: 'register', emailAddress: 'x', password: '123456' }, ACCEPT_JSON)
    expect(await bad.json()).toEqual({
      code: 400,
      result: {
        message: 'Please check the marked fields.',
        errors: {
          firstName: 'Field is required',
          lastName: 'Field is required',
          emailAddress: 'Please use a valid e-mail address, such as name@example.com',
          password: 'This password is easy to guess. Please choose another one.',
          rPassword: 'You must confirm a password',
          acceptTermsAndConditions: 'This field is required',
        },
      },
    })
    expect((await newestMail('welcome')).mail?.text).toContain('Welcome, Zoë')
  })
})

describe('[F1] a forgotten password', () => {
  test('is replaced by a link that works once, ends all sessions and is never stored in plain text', async () => {
    const { email } = await registerCustomer()
    const requested = await new Browser().form({ action: 'forgot', emailAddress: email.toUpperCase() })
    expect([requested.status, requested.headers.get('Location')]).toEqual([303, '/login/'])
    const { mail, payload, token } = await newestMail('reset-password')
    expect(mail?.to).toBe(email)
    expect(token).toHaveLength(43)
    const stored = await env.DB.prepare('SELECT id FROM password_reset').all()
    expect(JSON.stringify([payload, stored.results])).not.toContain(token)
    const fields = { action: 'reset', token, password: 'another-road', rPassword: 'another-road' }
    const holder = new Browser()
    const open = async () => (await holder.fetch(`/customer/account/createpassword/?token=${token}`)).text()
    const fresh = await open()
    expect(fresh).toContain('Choose a password')
    expect(fresh).not.toContain(ACCOUNT_MESSAGES.linkOver)
    const weak = await holder.form({ ...fields, password: 'password', rPassword: 'password' })
    expect(weak.headers.get('Location')).toBe(`/customer/account/createpassword/?token=${token}`)
    const [first, second] = await Promise.all([holder.form(fields), new Browser().form(fields)])
    const succeeded = [first, second].map(({ headers }) =>
      headers.getSetCookie().join().includes('successfully'),
    )
    expect(succeeded.filter(Boolean)).toHaveLength(1)
    const used = await open()
    expect(used).toContain(ACCOUNT_MESSAGES.linkOver)
    expect(used).not.toContain('name="rPassword"')
    expect(used).toContain('name="action" value="forgot"')
    expect(await isSignedIn()).toBe(false)
    expect((await signInThroughApi({ email, password: 'another-road' })).token).toContain('.')
    expect((await newestMail('password-changed')).mail?.to).toBe(email)
  })

  test('an expired link and an unknown address get their own messages', async () => {
    const { email } = await registerCustomer()
    await browser.form({ action: 'forgot', emailAddress: email })
    const { token } = await newestMail('reset-password')
    await env.DB.prepare('UPDATE password_reset SET expires_at = 1').run()
    const page = await (await browser.fetch(`/customer/account/createpassword/?token=${token}`)).text()
    expect(page).toContain(ACCOUNT_MESSAGES.linkOver)
    const late = await browser.form(
      { action: 'reset', token, password: 'another-road', rPassword: 'another-road' },
      ACCEPT_JSON,
    )
    expect(await late.json()).toMatchObject({
      code: 400,
      result: { message: expect.stringContaining('no longer') },
    })
    expect((await newestMail('reset-password')).mail).toBeNull()
    const nobody = await browser.form({ action: 'forgot', emailAddress: 'nobody@example.com' }, ACCEPT_JSON)
    expect(await nobody.json()).toMatchObject({
      code: 404,
      result: { errors: { emailAddress: 'Provided email does not exist.' } },
    })
  })

  test('in the API the token sets the password for its own address only', async () => {
    const { email } = await registerCustomer()
    await call('POST', 'user/reset-password', { email })
    const { token: resetToken } = await newestMail('reset-password')
    const newPassword = 'wire-meets-road'
    const create = (body: object) => call<{ errorMessage: string }>('POST', 'user/create-password', body)
    expect((await create({ email, newPassword })).result).toBe('resetToken not provided')
    for (const [body, message] of [
      [{ email: RILEY.email, newPassword, resetToken }, 'No such entity with email'],
      [{ email, newPassword, resetToken: 'x'.repeat(43) }, 'mismatched'],
      [{ email, newPassword: '123456', resetToken }, 'easy to guess'],
    ] as const) {
      const { code, result } = await create(body)
      expect([code, result.errorMessage]).toEqual([500, expect.stringContaining(message)])
    }
    expect((await create({ email, newPassword, resetToken })).result).toBe(true)
    expect((await create({ email, newPassword, resetToken })).code).toBe(500)
  })
})

describe('[F1] a new password', () => {
  test('starts a new session in this browser and ends all others', async () => {
    const { email, password } = await registerCustomer()
    const phone = new Browser()
    await phone.signIn({ email, password })
    const before = browser.cookies.get('__Host-session')
    const wanted = { action: 'change-password', oldPassword: password }
    const next = { password: 'another-road', rPassword: 'another-road' }
    const guest = await new Browser().form({ ...wanted, ...next }, ACCEPT_JSON)
    expect(guest.status).toBe(401)
    const wrong = await browser.form({ ...wanted, oldPassword: 'not-this-one', ...next }, ACCEPT_JSON)
    expect(await wrong.json()).toMatchObject({ result: { errors: { oldPassword: expect.any(String) } } })
    const done = await browser.form({ ...wanted, ...next }, ACCEPT_JSON)
    expect(await done.json()).toMatchObject({
      code: 200,
      result: { message: 'Password has successfully been changed' },
    })
    expect(browser.cookies.get('__Host-session')).not.toBe(before)
    expect([await isSignedIn(), await isSignedIn(phone)]).toEqual([true, false])
  })
})

describe('[F1] password guessing', () => {
  test('is limited for strangers, while the owner can sign in with a known browser', async () => {
    const { email, password } = await registerCustomer()
    const stranger = new Browser()
    for (let n = 0; n < 6; n += 1) await stranger.signIn({ email, password: `guess-${n}` })
    // The stranger's browser cannot sign in even with the right password.
    await stranger.signIn({ email, password })
    expect(await isSignedIn(stranger)).toBe(false)
    await browser.form({ action: 'sign-out' })
    await browser.signIn({ email, password })
    expect(await isSignedIn()).toBe(true)
    // Another network can sign in as well.
    const elsewhere = new Browser()
    await elsewhere.signIn({ email, password })
    expect(await isSignedIn(elsewhere)).toBe(true)
  })

  test('[audit A10] from very many networks leaves each network fewer attempts and locks no customer out', async () => {
    const { email, password } = await registerCustomer()
    await browser.form({ action: 'sign-out' })
    // The counters after attempts from sixty networks.
    await new Browser().signIn({ email, password: 'a guess' })
    await env.DB.prepare('UPDATE sign_in_attempt SET failures = 60 WHERE failures = 1').run()
    const elsewhere = new Browser()
    await elsewhere.signIn({ email, password })
    expect(await isSignedIn(elsewhere)).toBe(true)
    await browser.signIn({ email, password })
    expect(await isSignedIn()).toBe(true)
    const stranger = new Browser()
    for (let n = 0; n < 2; n += 1) await stranger.signIn({ email, password: `guess-${n}` })
    await stranger.signIn({ email, password })
    expect(await isSignedIn(stranger)).toBe(false)
    await stranger.form({ action: 'forgot', emailAddress: email })
    const { token } = await newestMail('reset-password')
    await stranger.form({ action: 'reset', token, password: 'another-road', rPassword: 'another-road' })
    await stranger.signIn({ email, password: 'another-road' })
    expect(await isSignedIn(stranger)).toBe(true)
  })

  test('[audit A10] a customer who chose a password by a link can sign in at once, after any number of guesses', async () => {
    const { email, password } = await registerCustomer()
    await browser.form({ action: 'sign-out' })
    const client = { 'CF-Connecting-IP': browser.network }
    const login = (secret: string) =>
      call<string>('POST', 'user/login', { username: email, password: secret }, client)
    // Both counters of the owner are full: that of the browser and, for the API, that of the network.
    for (let n = 0; n < 11; n += 1) await browser.signIn({ email, password: `guess-${n}` })
    for (let n = 0; n < 7; n += 1) await login(`guess-${n}`)
    expect((await login(password)).code).toBe(401)
    await new Browser().form({ action: 'forgot', emailAddress: email })
    const { token: resetToken } = await newestMail('reset-password')
    browser.network = newNetwork()
    await browser.form({
      action: 'reset',
      token: resetToken,
      password: 'my-own-road',
      rPassword: 'my-own-road',
    })
    await browser.signIn({ email, password: 'my-own-road' })
    expect(await isSignedIn()).toBe(true)
    await new Browser().form({ action: 'forgot', emailAddress: email })
    const { token } = await newestMail('reset-password')
    const body = { email, newPassword: 'wire-meets-road', resetToken: token }
    expect((await call('POST', 'user/create-password', body, client)).code).toBe(200)
    expect((await login('wire-meets-road')).code).toBe(200)
  })

  test('[audit A10] a valid link is not ended by further requests for links', async () => {
    const { email } = await registerCustomer()
    await browser.form({ action: 'forgot', emailAddress: email })
    const { token } = await newestMail('reset-password')
    const mails = () =>
      env.DB.prepare(
        `SELECT count(*) AS n FROM outbox WHERE kind = 'reset-password' AND json_extract(payload, '$.customerId') =
           (SELECT id FROM customer WHERE email = ?)`,
      )
        .bind(email)
        .first<number>('n')
    for (let n = 0; n < 4; n += 1) {
      const requested = await new Browser().form({ action: 'forgot', emailAddress: email }, ACCEPT_JSON)
      expect(requested.status).toBe(200)
    }
    expect(await mails()).toBe(3)
    const fields = { action: 'reset', token, password: 'another-road', rPassword: 'another-road' }
    expect((await browser.form(fields, ACCEPT_JSON)).status).toBe(200)
  })

  test('a forged device cookie does not make a stranger trusted', async () => {
    const { email, password } = await registerCustomer()
    const stranger = new Browser()
    stranger.cookies.set('__Host-device', `${'a'.repeat(32)}.${'b'.repeat(32)}`)
    for (let n = 0; n < 6; n += 1) await stranger.signIn({ email, password: `guess-${n}` })
    await stranger.signIn({ email, password })
    expect(await isSignedIn(stranger)).toBe(false)
  })

  test('one network has at most thirty attempts a minute for all accounts', async () => {
    await expectRateLimit(30, 401, async (nth) => {
      const fields = { action: 'sign-in', emailAddress: `nobody${nth}@example.com`, password: 'guess' }
      return (await browser.form(fields, ACCEPT_JSON)).status
    })
  })
})
