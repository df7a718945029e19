import { beforeAll, expect, test } from 'vitest'
import { Browser, call, openShop, RILEY, SITE, wireSignIn } from './account-rig.ts'

beforeAll(openShop)

test('[F1] a browser signs in by a plain form and is led back; a new session is named each time', async () => {
  const browser = new Browser()
  const response = await browser.form({
    action: 'sign-in',
    emailAddress: ' Riley@Example.com',
    password: RILEY.password,
    back: '/cart/',
  })
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/cart/'])
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-session='))
  expect(line).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax|HttpOnly/)
  expect(browser.cookies.get('signed-in')).toBe('Riley')
  const first = browser.cookies.get('__Host-session')
  await browser.signIn()
  expect(browser.cookies.get('__Host-session')).not.toBe(first)
})

test('[F1] a form of another site signs nobody in or out', async () => {
  const browser = new Browser()
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  const fields = { action: 'sign-in', emailAddress: RILEY.email, password: RILEY.password }
  expect((await browser.form(fields, foreign)).status).toBe(403)
  expect(browser.cookies.size).toBe(0)
  await browser.signIn()
  expect((await browser.form({ action: 'sign-out' }, foreign)).status).toBe(403)
  expect(browser.cookies.has('__Host-session')).toBe(true)
})

test('[F1] a wrong password, an unknown address and nothing at all get the same answer', async () => {
  const answers = []
  for (const [username, password] of [
    [RILEY.email, 'wrong'],
    ['nobody@example.com', RILEY.password],
    ['', ''],
  ]) {
    answers.push(await call('POST', 'user/login', { username, password }))
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ code: 401, result: expect.stringContaining('sign-in was incorrect') })
})

test('[F1] a client of the wire gets a token and a refresh token', async () => {
  const { token, refreshToken } = await wireSignIn()
  expect(token.split('.')).toHaveLength(3)
  expect(refreshToken).toMatch(/^[\w-]{43}$/)
  expect(SITE).toMatch(/^https/)
})
