import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../scripts/seed/customers.ts'
import { sendForm } from './api-client.ts'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { mailAbout } from './steps.ts'
import { countTaps } from './taps.ts'

const browser = openBrowser()
const EMPTY_LIST = '/t/s/225-45r17?condition=retread&price_to=1'

test.each([
  ['a phone without script', { viewport: PHONE, javaScriptEnabled: false }],
  ['a wide screen', { viewport: DESKTOP }],
])(
  '[H13j] on %s an empty list starts an alert in three taps, and its email turns it on and ends it',
  async (name, options) => {
    const page = await browser.newPage(options)
    const errors = collectErrors(page)
    const email = `alert-${name.replaceAll(' ', '-')}@example.com`
    await page.goto(`${shopUrl}${EMPTY_LIST}`)
    const hand = countTaps(page)
    await hand.tapThrough(page.getByRole('button', { name: 'Email me', exact: true }))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Email me about retread 225/45R17 tires up to $1',
    )
    await expectNoSidewaysScroll(page)
    const form = page.locator('main')
    await hand.fill(form.getByLabel('Email', { exact: true }), email)
    await hand.tapThrough(form.getByRole('button', { name: 'Email me', exact: true }))
    await page.getByText('Almost there.').waitFor()
    // Pressing the field is a tap too.
    expect(hand.taps + hand.fields, hand.acts.join('\n')).toBeLessThanOrEqual(3)

    const mail = await mailAbout(sandboxUrl, email, 'Turn on your stock alert')
    const [link = ''] = /https?:\/\/\S+\/stock-alerts\/mine\?\S+/.exec(mail.text ?? '') ?? []
    const { pathname, search } = new URL(link)
    await page.goto(`${shopUrl}${pathname}${search}`)
    await page.getByRole('button', { name: 'Turn on this alert' }).click()
    await page.getByText('Your stock alerts are on.').waitFor()
    await expectNoSidewaysScroll(page)

    // The browser is known now: one press on a list.
    await page.goto(`${shopUrl}/t/s/225-45r17?seasons=winter`)
    // By its key: scrolling to the end of the list lays out its cards (`content-visibility`), so a tap right after may miss,
    // and without script Playwright does not see that it missed.
    await page.getByRole('button', { name: 'Email me', exact: true }).press('Enter')
    await page.getByText('You’re set.').waitFor()
    expect(await page.locator('.stock-alert-list li').count()).toBe(2)
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await page.getByText('Stock alert deleted.').waitFor()
    await page.getByRole('button', { name: 'Turn off all stock alerts' }).click()
    await page.getByText('No stock alerts').waitFor()
    expect(errors).toEqual([])
  },
)

test('[H13j] a signed-in customer presses once, and the account leads to the alerts', async () => {
  const [account] = DEMO_ACCOUNTS
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/login/`)
  const fields = { action: 'sign-in', emailAddress: account?.email ?? '', password: account?.password ?? '' }
  await sendForm(page, `${shopUrl}/account/form/`, fields)
  await page.goto(`${shopUrl}${EMPTY_LIST}`)
  await expectAccessible(page)
  const hand = countTaps(page)
  await hand.tapThrough(page.getByRole('button', { name: 'Email me', exact: true }))
  await page.getByRole('link', { name: 'Retread 225/45R17 tires up to $1' }).waitFor()
  expect(hand.taps).toBe(1)
  await expectAccessible(page)
  await page.goto(`${shopUrl}/customer/account/`)
  await page.getByRole('link', { name: 'Stock alerts' }).click()
  await page.getByRole('link', { name: 'Retread 225/45R17 tires up to $1' }).waitFor()
})

test('[H13j] a wrong size keeps what was typed and says how a size looks', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/stock-alerts`)
  await expectAccessible(page)
  const form = page.locator('main')
  await form.getByLabel('Email', { exact: true }).fill('sam@example.com')
  await form.getByLabel('Tire size').fill('17 inch')
  await form.getByRole('button', { name: 'Email me', exact: true }).click()
  await page.getByText('We don’t know that tire size.').waitFor()
  expect(await form.getByLabel('Email', { exact: true }).inputValue()).toBe('sam@example.com')
  await expectAccessible(page)
})
