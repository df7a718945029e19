/** What is counted per mailbox at the platform: one count for all spellings of an address, and none of them in its name. */
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { Browser, openShop } from '../account/testing/account.harness.ts'

const SPELLINGS = ['ada.lane+tires@gmail.com', 'AdaLane@GoogleMail.com'] as const
let keys: string[] = []
const MAIL_LIMIT = {
  limit: async ({ key }: { key: string }) => {
    keys.push(key)
    return { success: true }
  },
}

beforeAll(async () => {
  await openShop()
  await env.DB.prepare(
    "INSERT OR REPLACE INTO config VALUES ('contact/email/recipient_email', 'help@shop.example')",
  ).run()
})

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
const json = (fields: object) => ({ method: 'POST', body: JSON.stringify(fields) })
const LETTER = { name: 'Ada', phone: '(312) 555-0142', topic: 'tire', message: 'Is it there?' }

type Way = (browser: Browser, email: string) => Promise<unknown>
const WAYS: [purpose: string, name: string, ask: Way][] = [
  ['reset-to', 'the form', (browser, emailAddress) => browser.form({ action: 'forgot', emailAddress })],
  ['reset-to', 'the API', (browser, email) => browser.fetch('/api/user/reset-password', json({ email }))],
  [
    'email-change-to',
    'the account',
    async (browser, emailAddress) => {
      await browser.signIn()
      const profile = { action: 'profile', firstName: 'Riley', lastName: 'Ng', phoneNumber: '', emailAddress }
      await browser.fetch('/customer/account/form/', form(profile))
    },
  ],
  [
    'contact-receipt',
    'the contact form',
    (browser, email) => browser.fetch('/contacts/form/', form({ ...LETTER, email })),
  ],
  [
    'contact-receipt',
    'the mail service',
    async (browser, targetAddress) => {
      const asked = await browser.fetch('/api/ext/mail-service/get-token')
      const { result: token } = await asked.json<{ result: string }>()
      const letter = { sourceAddress: 'help@shop.example', targetAddress, subject: 'x', emailText: 'x' }
      await browser.fetch('/api/ext/mail-service/send-email', json({ ...letter, confirmation: true, token }))
    },
  ],
]

test.each(WAYS)('%s, by %s', async (purpose, _, ask) => {
  const asked: string[] = []
  for (const email of SPELLINGS) {
    keys = []
    await ask(new Browser({ MAIL_LIMIT }), email)
    asked.push(...keys.filter((key) => key.startsWith(`${purpose}:`)))
    expect(keys.filter((key) => /lane|gmail/i.test(key))).toEqual([])
  }
  expect(asked).toHaveLength(2)
  expect(asked[0]).toBe(asked[1])
})
