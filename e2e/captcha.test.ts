/** A shop with a captcha, and the cards that the payment provider stores for a customer. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { DEMO_ACCOUNTS } from '../scripts/seed/customers.ts'
import { type Served, serve } from '../scripts/serve.ts'
import { sendForm } from './api-client.ts'
import { collectErrors, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { ownState } from './shop.ts'
import { mailAbout } from './steps.ts'

const state = ownState()
const browser = openBrowser()
let shop: Served

beforeAll(async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  shop = await serve({
    port,
    sandboxPort,
    state: join(state, 'v3'),
    vars: {
      ...sandboxVars(port, sandboxPort),
      CART_SECRET: 'a secret of the journeys, long enough',
      SESSION_SECRET: 'sessions of the journeys, long enough',
      CAPTCHA_SECRET: 'treadline_sandbox_captcha',
      CAPTCHA_SITE_KEY: 'sandbox-site-key',
      CAPTCHA_URL: `http://localhost:${sandboxPort}`,
    },
  })
})
afterAll(() => shop.stop())

const person = (page: Page) => page.getByLabel('I am a person')

async function checkPage(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test('[F1] registration and password reset show the captcha, report a missing answer, and send the answer', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const errors = collectErrors(page)
  const email = 'person@lindqvist.example'
  await page.goto(`${shop.url}/register/`)
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Lindqvist')
  await page.locator('main').getByLabel('Email').first().fill(email)
  await page.getByLabel('Phone').fill('(312) 555-0177')
  await page.locator('#password').fill('rubber-meets-road')
  await page.locator('#rPassword').fill('rubber-meets-road')
  await page.locator('#acceptTermsAndConditions').check()
  await person(page).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Please confirm that you’re not a robot and try again.').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Nora')
  expect(errors.splice(0).filter((line) => !line.includes('status of 400'))).toEqual([])
  await person(page).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${shop.url}/customer/account/`)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${shop.url}/login/?back=%2F`)
  await page.goto(`${shop.url}/customer/account/createpassword/`)
  await person(page).check()
  await page.locator('main').getByLabel('Email').first().fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('status').getByText('We’ve emailed you a link').waitFor()
  expect(errors).toEqual([])
})

test('[G2] [G3] contact form and newsletter ask for the captcha on a page of its own; without script it says what it needs', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const errors = collectErrors(page)
  const fill = async (on: Page) => {
    await on.goto(`${shop.url}/contacts/`)
    await on.getByLabel('Name').fill('Ada Miller')
    await on.getByLabel('Email', { exact: true }).fill('person.ada@example.com')
    await on.getByLabel('Phone').fill('(312) 555-0142')
    await on.getByLabel('What’s it about?').selectOption('tire')
    await on.getByLabel('Message').fill('Is the DOT week readable?')
    await on.getByRole('button', { name: 'Send' }).click()
    await on.getByRole('heading', { name: 'Are you a person?' }).waitFor()
  }
  await fill(page)
  await person(page).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByRole('heading', { name: 'Are you a person?' }).waitFor()
  await person(page).check()
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByText('Your message is on its way.').waitFor()
  await mailAbout(shop.sandboxUrl, 'person.ada@example.com', 'We got your message')

  const foot = page.locator('footer [data-newsletter]')
  await foot.getByRole('textbox').fill('person.ada@example.com')
  await foot.getByRole('button', { name: 'Subscribe' }).click()
  await person(page).check()
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByText('You’re on the list.').first().waitFor()
  expect(errors.filter((line) => !/status of 4(22|28)/.test(line))).toEqual([])

  const plain = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
  await fill(plain)
  await plain.getByRole('link', { name: 'phone numbers and stores' }).waitFor()
  await expectAccessible(plain)
  await plain.goto(`${shop.url}/register/`)
  await plain.getByRole('link', { name: 'call us' }).waitFor()
})

test('[F4] a stored card is shown and removed, at the provider too', async () => {
  const [riley] = DEMO_ACCOUNTS
  const stripe = async <Answer>(path: string, fields?: Record<string, string>): Promise<Answer> => {
    const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
    const headers = { authorization: 'Bearer sk_test_treadline_sandbox' }
    return (await (await fetch(`${shop.sandboxUrl}/v1/${path}`, { ...init, headers })).json()) as Answer
  }
  const { id } = await stripe<{ id: string }>('customers', { email: riley?.email ?? '' })
  await stripe('payment_methods/pm_card_visa/attach', { customer: id })
  const db = await shop.miniflare.getD1Database('DB', 'treadline')
  await db
    .prepare(
      "INSERT INTO customer_payment_account (customer_id, provider, provider_ref, created_at) VALUES (1, 'stripe', ?, 0)",
    )
    .bind(id)
    .run()
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shop.url}/login/`)
  const fields = { action: 'sign-in', emailAddress: riley?.email ?? '', password: riley?.password ?? '' }
  await sendForm(page, `${shop.url}/account/form/`, fields)
  await page.goto(`${shop.url}/customer/account/stored-payment-methods/`)
  await page.getByText('Visa ending in 4242').first().waitFor()
  await checkPage(page)
  await page.getByRole('link', { name: 'Remove Visa ending in 4242' }).click()
  await checkPage(page)
  await page.getByRole('button', { name: 'Remove the card' }).click()
  await page.getByText('No saved cards').waitFor()
  const left = await stripe<{ data: unknown[] }>(`payment_methods?customer=${id}&type=card`)
  expect(left.data).toEqual([])
})
