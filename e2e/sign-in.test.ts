import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { chunkName } from '../scripts/chunk-name.ts'
import { DEMO_ACCOUNTS } from '../scripts/seed/customers.ts'
import { sendForm } from './api-client.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { DANA, mailAbout, untilSynced } from './steps.ts'

const browser = openBrowser()

const WRONG =
  'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.'
const EMAIL = 'nora@lindqvist.example'
let password = 'rubber-meets-road'

const account = (page: Page) => page.locator('header .acts > [data-account]')
const notices = (page: Page) => page.locator('.notice p').allTextContents()

async function checkPage(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

async function expectSignedIn(page: Page, name: string): Promise<void> {
  await expect.poll(() => account(page).textContent()).toBe(name)
}

/** Opens a page and waits for the module that opens its dialogs on idle. */
async function openIdle(page: Page, path: string): Promise<void> {
  await page.goto(`${shopUrl}${path}`)
  const loaded = await page.waitForFunction(
    (file) => performance.getEntriesByType('resource').find(({ name }) => name.includes(file))?.name,
    `/assets/${chunkName('idle-listeners')}-`,
  )
  // The same module that the page has loaded, so this import waits for it.
  await page.evaluate(`import(${JSON.stringify(await loaded.jsonValue())}).then(() => {})`)
}

/** Fills in the form and sends it by keyboard alone. */
async function signInByKeyboard(page: Page, form: string, secret = password): Promise<void> {
  await page.locator(`${form} [name="emailAddress"]`).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(EMAIL)
  await page.keyboard.press('Tab')
  await page.keyboard.type(secret)
  await page.keyboard.press('Enter')
}

/** Waits for the next reply that accepts a change of the wish list. */
function acceptedWishListChange(page: Page) {
  return page.waitForResponse(
    async (response) =>
      response.url().endsWith('/api/ext/wish-list') &&
      response.request().method() === 'POST' &&
      (await response.json()).code === 200,
  )
}

/** Ends the session elsewhere: pages still show the name, but the session's cookie is gone. */
async function endSession(page: Page): Promise<void> {
  await untilSynced(page)
  await page.context().clearCookies({ name: '__Host-session' })
}

/** Runs in the page: adds the first tire of a list to the cart. */
async function addFirstTire(): Promise<void> {
  const list = await (await fetch('/t/s/225-45r17')).text()
  const sku = /href="\/p\/([\w-]+)\//.exec(list)?.[1] ?? ''
  await fetch('/cart/form/', { method: 'POST', body: new URLSearchParams({ action: 'add', sku }) })
}

describe('an account', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage()
  })

  test('[F1] [B4] is created from the dialog of a page, with every message at its field, and leads back there', async () => {
    await openIdle(page, '/sizes/')
    await account(page).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByRole('link', { name: 'Create an account' }).click()
    await page.waitForURL(`${shopUrl}/register/?back=%2Fsizes%2F`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect.poll(() => page.locator('#password-error').textContent()).toBe('You must enter a password')
    expect(await page.locator('#rPassword-error').textContent()).toBe('You must confirm a password')
    expect(await page.locator('#acceptTermsAndConditions-error').textContent()).toBe('This field is required')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('firstName')
    await checkPage(page)
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Last name').fill('Lindqvist')
    await page.locator('main').getByLabel('Email').first().fill(EMAIL)
    await page.getByLabel('Phone').fill('(312) 555-0177')
    await page.locator('#password').fill(password)
    await page.locator('#rPassword').fill('something else')
    await page.locator('#acceptTermsAndConditions').check()
    await expect
      .poll(() => page.locator('#rPassword-error').textContent())
      .toBe('Please make sure your passwords match')
    await page.locator('#rPassword').fill(password)
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await page.locator('#password').getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${shopUrl}/sizes/`)
    await expectSignedIn(page, 'Nora')
  })

  test('[F1] signs out in every tab at once, and deletes its data in this browser', async () => {
    const other = await page.context().newPage()
    await other.goto(`${shopUrl}/cart/`)
    await expectSignedIn(other, 'Nora')
    await page.evaluate(() => localStorage.setItem('compare', '[{"sku":"TL-1","title":"A"}]'))
    await page.goto(`${shopUrl}/login/`)
    await checkPage(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => notices(page)).toContain("You're logged out")
    await expectSignedIn(page, 'Sign in')
    await expectSignedIn(other, 'Sign in')
    expect(await page.evaluate(() => localStorage.getItem('compare'))).toBeNull()
    await other.close()
  })

  test('[F1] requests a link to choose another password', async () => {
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.waitForURL(/createpassword/)
    const email = page.locator('main').getByLabel('Email').first()
    await email.fill('nobody@lindqvist.example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect
      .poll(() => page.locator('main [role="alert"]').textContent())
      .toBe('Error while sending reset password e-mailOne field needs attention: Email. ')
    expect(await page.getByText('Provided email does not exist.').count()).toBe(1)
    await checkPage(page)
    await email.fill(EMAIL)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('status').getByText('We’ve emailed you a link').waitFor()
  })

  test('[F1] [H6] signs in through the dialog by keyboard alone; a wrong password is reported', async () => {
    await openIdle(page, '/sizes/')
    await account(page).focus()
    await page.keyboard.press('Enter')
    await page.locator('dialog form').waitFor()
    await signInByKeyboard(page, 'dialog', 'not this one')
    await expect.poll(() => page.locator('dialog [role="alert"]').textContent()).toBe(WRONG)
    await checkPage(page)
    // While the form is sent again, the message stays: the buttons below it must not move under the finger.
    const google = page.locator('dialog').getByRole('link', { name: /Google/ })
    const before = await google.boundingBox()
    const requested = page.waitForRequest('**/account/form/')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/account/form/', async (route) => {
      await held
      await route.continue()
    })
    await signInByKeyboard(page, 'dialog')
    await requested
    expect(await google.boundingBox()).toEqual(before)
    release()
    await expectSignedIn(page, 'Nora')
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    expect(page.url()).toBe(`${shopUrl}/sizes/`)
  })

  test('[F2] must sign in again when a call finds that its session has ended', async () => {
    await openIdle(page, '/t/s/225-45r17')
    await endSession(page)
    const heart = page.locator('main [data-wish]').first()
    await heart.click()
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await expect
      .poll(() => dialog.locator('.note').textContent())
      .toBe('Your session has ended. We’ve saved what you typed.')
    // The heart is pressed before the server replies, so only the reply shows that the addition has arrived.
    const added = acceptedWishListChange(page)
    await signInByKeyboard(page, 'dialog')
    await expectSignedIn(page, 'Nora')
    expect(await (await added).json()).toMatchObject({ result: { items: [{ qty: 1 }] } })
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await page.context().setOffline(true)
    await heart.click()
    expect(await heart.getAttribute('aria-pressed')).toBe('false')
    const removed = acceptedWishListChange(page)
    await page.context().setOffline(false)
    expect(await (await removed).json()).toMatchObject({ result: { items: [] } })
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sync-tasks'))).toBeNull()
  })

  test('[F2] [E1] loses no input when its session ends during the checkout', async () => {
    await page.evaluate(addFirstTire)
    await page.goto(`${shopUrl}/checkout/`)
    await page.locator('main').getByLabel('Email').fill(DANA.email)
    await page.getByLabel('First name').fill(DANA.first)
    await page.getByLabel('Last name').fill(DANA.last)
    await endSession(page)
    await page.getByRole('button', { name: 'Go to shipping' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await expect
      .poll(() => dialog.locator('.note').textContent())
      .toBe('Your session has ended. We’ve saved what you typed.')
    await checkPage(page)
    await signInByKeyboard(page, 'dialog')
    await page.getByLabel('Street address').waitFor()
    expect(await page.locator('#step-personal').textContent()).toContain(DANA.email)
  })

  test('[F2] [F4] whose session ends in a form of the account sends the input after signing in again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await page.goto(`${shopUrl}/customer/account/address-book/?edit=new`)
    await page.getByLabel('Street address').fill('1458 N Wood St')
    await page.getByLabel('ZIP code').fill('60622')
    await page.getByLabel('City').fill('Chicago')
    await page.getByLabel('State').selectOption('Illinois')
    await page.getByLabel('Company').fill('Lindqvist & Daughters')
    await endSession(page)
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect
      .poll(() => dialog.locator('.note').textContent(), { timeout: 10_000 })
      .toBe('Your session has ended. We’ve saved what you typed.')
    expect(await page.getByLabel('Street address').inputValue()).toBe('1458 N Wood St')
    await checkPage(page)
    await signInByKeyboard(page, 'dialog')
    await page.getByText('Lindqvist & Daughters').waitFor()

    // Another person who signs in does not send the input of the first.
    await page.goto(`${shopUrl}/customer/account/`)
    await page.getByLabel('First name').fill('Norah')
    await endSession(page)
    await page.getByRole('button', { name: 'Save profile' }).click()
    const [other] = DEMO_ACCOUNTS
    await dialog.getByLabel('Email').fill(other?.email ?? '')
    await dialog.getByLabel('Password', { exact: true }).fill(other?.password ?? '')
    await page.keyboard.press('Enter')
    await page.getByText('Someone else is signed in now.').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Riley')

    // A page that becomes visible again removes the name, before any call.
    await openIdle(page, '/sizes/')
    await expectSignedIn(page, 'Riley')
    await endSession(page)
    await page.evaluate(() => {
      sessionStorage.removeItem('session-asked')
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expectSignedIn(page, 'Sign in')
  })

  test('[F1] sets a new password by that link', async () => {
    const mail = await mailAbout(sandboxUrl, EMAIL, 'Choose a new password')
    const link = /\S+createpassword\/\?token=[\w-]+/.exec(mail.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await checkPage(page)
    password = 'gravel-and-grip-27'
    await page.locator('#password').fill(password)
    await page.locator('#rPassword').fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.waitForURL(`${shopUrl}/login/`)
    await expect.poll(() => notices(page)).toContain('Password has successfully been changed')
    await signInByKeyboard(page, 'main')
    await page.waitForURL(/\/customer\/account\//)
  })
})

test('[F1] [A10] without script: the message of a protected page, a wrong and a right password, and back to the first page', async () => {
  const page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
  await page.goto(`${shopUrl}/login/?back=%2Fcustomer%2Faccount%2F`)
  await page.getByText('You need to be logged in to see this page').waitFor()
  await page.goto(`${shopUrl}/login/?back=%2Fcart%2F`)
  await checkPage(page)
  const submit = async (secret: string) => {
    await page.locator('#emailAddress').fill(EMAIL)
    await page.locator('#password').fill(secret)
    const answered = page.waitForEvent('domcontentloaded')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await answered
  }
  await submit('not this one')
  expect(await page.locator('main').textContent()).toContain(WRONG)
  expect(await page.locator('#emailAddress').inputValue()).toBe(EMAIL)
  await submit(password)
  expect(page.url()).toBe(`${shopUrl}/cart/`)
})

test('[F3] a sign-in provider creates an account and opens it; an existing account opens only for its owner', async () => {
  const page = await browser.newPage({ viewport: DESKTOP })
  const comeFrom = async (provider: string, person: string) => {
    await page.goto(`${shopUrl}/login/?back=%2Fcart%2F`)
    await page.getByRole('link', { name: `Continue with ${provider}` }).click()
    await page.waitForURL(`${sandboxUrl}/**`)
    await page.getByRole('link', { name: person }).click()
  }
  await comeFrom('Google', 'Jordan Reyes')
  await page.waitForURL(`${shopUrl}/cart/`)
  await expectSignedIn(page, 'Jordan')
  await sendForm(page, `${shopUrl}/account/form/`, { action: 'sign-out' })

  // Riley has a password: a first sign-in by Facebook alone is refused.
  const [riley] = DEMO_ACCOUNTS
  await comeFrom('Facebook', 'Riley Marsh')
  await page.waitForURL(/\/login\//)
  await page.getByText('Sign in to it once, and Facebook will open it from then on.').waitFor()
  await checkPage(page)
  await page
    .locator('main')
    .getByLabel('Email')
    .fill(riley?.email ?? '')
  await page
    .locator('main')
    .getByLabel('Password', { exact: true })
    .fill(riley?.password ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shopUrl}/cart/`)
  await sendForm(page, `${shopUrl}/account/form/`, { action: 'sign-out' })
  await comeFrom('Facebook', 'Riley Marsh')
  await page.waitForURL(`${shopUrl}/cart/`)
  await expectSignedIn(page, 'Riley')
})
