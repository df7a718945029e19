import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { staffPaths } from '../schema/paths.ts'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectDarkContrast,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { addAuthenticator, addPasskey, openInvitation, pressSignIn, signInAsStaff } from './staff-passkey.ts'

const browser = openBrowser()
const SMALL = { ...PHONE, viewport: { width: 360, height: 740 } }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectDarkContrast(page)
  await expectNoSidewaysScroll(page)
}

/** Opens a link of an invitation on a device of its own, and adds a passkey. */
async function join(page: Page, link: string): Promise<void> {
  await openInvitation(page, link)
  await page.getByText('This link is for ').waitFor()
  await expectGood(page)
  await press(page, 'Add a passkey')
  await page.waitForURL(shopUrl + staffPaths.codes)
  expect(page.url()).not.toContain('#')
}

test.each([
  ['a phone', SMALL],
  ['a desktop', { viewport: DESKTOP }],
])(
  '[H14a] on %s the owner invites Casey, who joins and signs in with one press, until the owner ends it',
  async (device, options) => {
    const [owner, casey] = [await browser.newPage(options), await browser.newPage(options)]
    const errors = [...collectErrors(owner), ...collectErrors(casey)]
    await signInAsStaff(owner, 'owner')
    await expectGood(owner)
    await owner.goto(shopUrl + staffPaths.people)
    await owner.getByLabel('Name', { exact: true }).fill('Casey Lund')
    const email = `casey-${device.replace(' ', '-')}@shop.example`
    await owner.getByLabel('Email').fill(email)
    await owner.getByRole('combobox', { name: 'Role' }).last().selectOption('counter')
    await press(owner, 'Make a link')
    const link = (await owner.locator('#link').textContent()) ?? ''
    await expectGood(owner)

    await join(casey, link)
    await expectGood(casey)
    await press(casey, 'Show my 10 codes')
    const codes = await casey.locator('#codes li').allTextContents()
    expect(codes).toHaveLength(10)
    await expectGood(casey)
    await casey.goto(shopUrl + staffPaths.me)
    await casey.getByText('10 of 10 left.').waitFor()
    await expectGood(casey)
    await press(casey, 'Sign out')
    await casey.waitForURL(shopUrl + staffPaths.signIn)
    await expectGood(casey)
    await pressSignIn(casey)
    expect(await casey.locator('h1').textContent()).toBe('Hello, Casey')
    await expectGood(casey)
    // The counter may not manage people, and sees why.
    const refused = await casey.goto(shopUrl + staffPaths.people)
    expect(refused?.status()).toBe(403)
    await expectGood(casey)

    await owner.goto(shopUrl + staffPaths.people)
    const row = owner.locator('.staff-rows > li', { hasText: email })
    await row.getByText('Change', { exact: false }).first().click()
    await expectGood(owner)
    await row.getByText('End access…').click()
    await row.getByRole('button', { name: 'End access' }).click()
    await owner.getByText('Their access has ended, on every device.').waitFor()
    await casey.goto(`${shopUrl}/staff/orders/`)
    await casey.getByText('You were signed out.').waitFor()
    // A used link says so in plain words.
    const late = await browser.newPage(options)
    await openInvitation(late, link)
    await press(late, 'Add a passkey')
    await late.getByText('This link was used, or it’s more than two days old.').waitFor()
    expect(errors).toEqual([])
  },
)

test('[H14a] the link comes by mail too, and a lost passkey is replaced with a recovery code', async () => {
  const owner = await browser.newPage()
  await signInAsStaff(owner, 'owner')
  await owner.goto(shopUrl + staffPaths.people)
  await owner.getByLabel('Name', { exact: true }).fill('Dee Park')
  await owner.getByLabel('Email').fill('dee@shop.example')
  await press(owner, 'Make a link')
  const link = (await owner.locator('#link').textContent()) ?? ''
  await expect
    .poll(async () => (await (await fetch(`${sandboxUrl}/mailbox`)).text()).includes('dee@shop.example'))
    .toBe(true)
  const first = await browser.newPage()
  await join(first, link)
  await press(first, 'Show my 10 codes')
  const [code = ''] = await first.locator('#codes li').allTextContents()

  const second = await browser.newPage()
  await addAuthenticator(second)
  await second.goto(shopUrl + staffPaths.signIn)
  await second.getByText('Use a recovery code').click()
  await second.getByLabel('Email').fill('dee@shop.example')
  await second.getByLabel('Recovery code').fill(code)
  await press(second, 'Go on')
  await second.locator('[data-passkey="join"][data-ready]').waitFor({ state: 'attached' })
  await press(second, 'Add a passkey')
  await second.waitForURL(shopUrl + staffPaths.codes)
  await second.goto(shopUrl + staffPaths.me)
  await second.getByText('9 of 10 left.').waitFor()
})

test('[H14a] a field offers the passkeys of the device; choosing one signs in without a press, and the button works beside it', async () => {
  const page = await browser.newPage(SMALL)
  const errors = collectErrors(page)
  const device = await addAuthenticator(page, { offers: true })
  await addPasskey(device, 'owner')
  const choose = (enabled: boolean) =>
    device.cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: device.id, enabled })
  await choose(false)
  await page.goto(shopUrl + staffPaths.signIn)
  const field = page.getByLabel('Your passkey')
  await field.waitFor()
  expect(await field.getAttribute('autocomplete')).toBe('username webauthn')
  await expectGood(page)
  await press(page, 'Sign in with a passkey')
  await choose(true)
  await page.waitForURL(shopUrl + staffPaths.home)
  await page.goto(shopUrl + staffPaths.me)
  await press(page, 'Sign out')
  // The device chooses at once from now on, so the sign-in page leaves by itself.
  await page.waitForURL(shopUrl + staffPaths.home)
  expect(await page.locator('h1').textContent()).toContain('Hello')
  expect(errors).toEqual([])
})
