/** Limits per mailbox: all spellings of an address have one count, whose key has no address. */
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
    "INSERT OR REPLACE INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example')",
  ).run()
})

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
const json = (fields: object) => ({ method: 'POST', body: JSON.stringify(fields) })
const CONTACT = { name: 'Ada', phone: '(312) 555-0142', topic: 'tire', message: 'Is it there?' }

type MailRequest = (browser: Browser, email: string) => Promise<unknown>
const REQUESTS: [purpose: string, name: string, send: MailRequest][] = [
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
    (browser, email) => browser.fetch('/contacts/form/', form({ ...CONTACT, email })),
  ],
  [
    'contact-receipt',
    'the mail service',
    async (browser, targetAddress) => {
      const response = await browser.fetch('/api/ext/mail-service/get-token')
      const { result: token } = await response.json<{ result: string }>()
      const mail = { sourceAddress: 'help@shop.example', targetAddress, subject: 'x', emailText: 'x' }
      await browser.fetch('/api/ext/mail-service/send-email', json({ ...mail, confirmation: true, token }))
    },
  ],
]

test.each(REQUESTS)('%s, by %s', async (purpose, _, send) => {
  const counted: string[] = []
  for (const email of SPELLINGS) {
    keys = []
    await send(new Browser({ MAIL_LIMIT }), email)
    counted.push(...keys.filter((key) => key.startsWith(`${purpose}:`)))
    expect(keys.filter((key) => /lane|gmail/i.test(key))).toEqual([])
  }
  expect(counted).toHaveLength(2)
  expect(counted[0]).toBe(counted[1])
})
