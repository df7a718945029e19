import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { SignInOptions } from '../../../schema/identity/sign-in/sign-in.api.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { Browser, openShop, RILEY } from '../../account/testing/account.harness.ts'
import { countTripsInSequence } from '../../platform/testing/database-trips.harness.ts'

beforeAll(openShop)

async function load(browser: Browser, path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await browser.fetch(path, { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  return response.text()
}

const heading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replaceAll('<!-- -->', '')

test('[A1] [F1] the forms to sign in, register and choose a password work without script', async () => {
  const browser = new Browser()
  const pages = {
    '/login/': ['Sign in', 'sign-in', 'current-password'],
    '/auth-login/': ['Sign in', 'sign-in', 'current-password'],
    '/register/': ['Create an account', 'register', 'new-password'],
    '/customer/account/createpassword/': ['Forgot your password?', 'forgot', 'username'],
    '/customer/account/createpassword/?token=abc': ['Forgot your password?', 'forgot', 'username'],
  }
  for (const [path, [title, action, complete]] of Object.entries(pages)) {
    const html = await load(browser, path)
    expect(heading(html)).toBe(title)
    expect(html).toMatch(
      /<form[^>]*method="post"[^>]*action="\/account\/form\/"|action="\/account\/form\/"[^>]*method="post"/,
    )
    expect(html).toContain(`name="action" value="${action}"`)
    expect(html).toContain(`autoComplete="${complete}"`)
  }
})

test('[F1] only the page to choose a password looks the token of a link up', async () => {
  const browser = new Browser()
  const query = `?token=${'a'.repeat(43)}`
  const countTrips = async (path: string) => {
    // The first visit fills the caches.
    await load(browser, path)
    return countTripsInSequence(env.DB, () => load(browser, path))
  }
  expect(await countTrips('/login/')).toBe(0)
  expect(await countTrips(`/login/${query}`)).toBe(0)
  expect(await countTrips('/customer/account/createpassword/')).toBe(0)
  expect(await countTrips(`/customer/account/createpassword/${query}`)).toBe(1)
})

test('[F1] a wrong password leads back to the form with its message and the e-mail address, once', async () => {
  const browser = new Browser()
  const refused = await browser.form({
    action: 'sign-in',
    emailAddress: RILEY.email,
    password: 'not this one',
  })
  expect(refused.headers.get('Location')).toBe('/login/')
  const html = await load(browser, '/login/')
  expect(html).toContain('The account sign-in was incorrect or your account is disabled temporarily')
  expect(html).toContain(`value="${RILEY.email}"`)
  expect(html).not.toContain('not this one')
  expect(await load(browser, '/login/')).not.toContain('sign-in was incorrect')
})

test('[F1] [E2] errors of a registration are shown at their fields, under the required title', async () => {
  const browser = new Browser()
  await browser.form({
    action: 'register',
    firstName: 'Ann',
    emailAddress: 'иван@example.com',
    from: '/register/',
  })
  const html = await load(browser, '/register/')
  expect(html).toContain('id="emailAddress-error"')
  expect(html).toContain('Please use a valid e-mail address, such as name@example.com')
  expect(html).toContain('You must enter a password')
  expect(html).toContain('You must confirm a password')
  expect(html).toContain('This field is required')
  expect(html).toContain('value="Ann"')
  await browser.form({
    ...{
      action: 'register',
      from: '/register/',
      firstName: 'Riley',
      lastName: 'Marsh',
      phoneNumber: '3125550118',
    },
    ...{
      emailAddress: RILEY.email,
      password: 'kd8w-qqz',
      rPassword: 'kd8w-qqz',
      acceptTermsAndConditions: '1',
    },
  })
  const taken = await load(browser, '/register/')
  expect(taken).toContain('Registration error')
})

/** Returns how often a text is visible on the page. */
const countVisible = (html: string, text: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, '')
    .split(text).length - 1

test('[audit D12] [F1] the error of a field is shown once, at the field, under the title of its form', async () => {
  const browser = new Browser()
  const from = '/customer/account/createpassword/'
  await browser.form({ action: 'forgot', emailAddress: 'nobody@example.com', from })
  const html = await load(browser, from)
  expect(countVisible(html, 'Provided email does not exist.')).toBe(1)
  expect(countVisible(html, 'Error while sending reset password e-mail')).toBe(1)
  expect(html).toMatch(/One field needs attention: .*href="#emailAddress"/)
  const riley = new Browser()
  await riley.form({ action: 'sign-in', emailAddress: RILEY.email, password: RILEY.password })
  const refused = { form: 'change-password', ok: false, message: 'Not now.', errors: {}, fields: {} }
  riley.cookies.set('__Host-form-notice', encodeURIComponent(JSON.stringify(refused)))
  expect(countVisible(await load(riley, '/customer/account/'), 'Not now.')).toBe(1)
})

test('[F1] an unknown e-mail address shows the required message under its title', async () => {
  const browser = new Browser()
  const from = '/customer/account/createpassword/'
  await browser.form({ action: 'forgot', emailAddress: 'nobody@example.com', from })
  const html = await load(browser, from)
  expect(html).toContain('Error while sending reset password e-mail')
  expect(html).toContain('Provided email does not exist.')
})

test('[A10] a guest on an account page is redirected to the sign-in with the reason, and then back', async () => {
  const browser = new Browser()
  const html = await load(browser, '/login/?back=%2Fcustomer%2Faccount%2Forders%2F')
  expect(html).toContain('You need to be logged in to see this page')
  expect(html).toContain('name="back" value="/customer/account/orders/"')
  const fromCart = await load(browser, '/login/?back=%2Fcart%2F')
  expect(fromCart).not.toContain('You need to be logged in')
})

test('[F1] the page after a sign-in is a page of the shop, and never a sign-in page', async () => {
  const browser = new Browser()
  for (const back of ['https://evil.example/', '//evil.example/', '/login/?back=/login/']) {
    expect(await load(browser, `/login/?back=${encodeURIComponent(back)}`)).not.toContain('name="back"')
  }
  const referred = (from: string) => load(browser, '/login/', { Referer: from })
  expect(await referred('https://shop.example/t/s/225-45r17?page=2')).toContain(
    'value="/t/s/225-45r17?page=2"',
  )
  expect(await referred('https://evil.example/cart/')).not.toContain('name="back"')
  expect(await referred('https://shop.example/register/')).not.toContain('name="back"')
})

test('[F1] the sign-in page greets a signed-in customer, offers to sign out and confirms it', async () => {
  const browser = new Browser()
  await browser.signIn()
  const html = await load(browser, '/login/')
  expect(heading(html)).toBe('Hello, Riley')
  expect(html).toContain('name="action" value="sign-out"')
  const out = await browser.form({ action: 'sign-out', back: '/login/' })
  expect(out.headers.get('Location')).toBe('/login/')
  expect((await load(browser, '/login/')).replaceAll('&#x27;', "'")).toContain("You're logged out")
})

test('[F2] the name cookie is deleted when the session has ended elsewhere', async () => {
  const browser = new Browser()
  await browser.signIn()
  const readSession = async () =>
    (await (await browser.fetch('/api/ext/session')).json<Reply<SignInOptions>>()).result
  expect((await readSession()).firstname).toBe('Riley')
  expect(browser.cookies.get('signed-in')).toBe('Riley')
  await env.DB.prepare('DELETE FROM customer_session').run()
  expect((await readSession()).firstname).toBeNull()
  expect(browser.cookies.has('signed-in')).toBe(false)
})
