import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseWebhookAddress } from './webhook-address.ts'
import { formatWebhookSecret, webhookHeaders } from './webhook-signature.ts'

test.each([
  ['https://hooks.partner.com/tires', 'https://hooks.partner.com/tires'],
  [' https://Partner.COM#part ', 'https://partner.com/'],
  ['https://partner.com:443/x?y=1', 'https://partner.com/x?y=1'],
])('[H14y] a webhook goes to %s', (typed, address) => {
  expect(parseWebhookAddress(typed, 'shop.com')).toBe(address)
})

test.each([
  'http://partner.com/',
  'ftp://partner.com/',
  'https://partner.com:8443/',
  'https://user:secret@partner.com/',
  'https://localhost/',
  'https://localhost./',
  'https://api.localhost/',
  'https://router.local/',
  'https://db.internal/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://10.0.0.7/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://8.8.8.8/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://１２７.0.0.1/',
  'https://shop.com/api/order',
  'https://shop.com./',
  'javascript:alert(1)',
  'partner.com',
  '',
  `https://partner.com/${'x'.repeat(500)}`,
])('[H14y] no webhook goes to %s', (typed) => {
  expect(parseWebhookAddress(typed, 'shop.com')).toBeNull()
})

test('[H14y] a signature covers id, time and body, with a secret that the name alone does not give', () => {
  const secret = { sessionSecret: 's'.repeat(32), name: 'n'.repeat(43) }
  const message = { id: 'msg_7', time: 1_795_000_000, body: '{"type":"unit.changed"}' }
  const headers = webhookHeaders(message, secret)
  const shown = formatWebhookSecret(secret.sessionSecret, secret.name)
  const key = Buffer.from(shown.replace('whsec_', ''), 'base64')
  expect(key).toHaveLength(32)
  const expected = createHmac('sha256', key).update(`msg_7.1795000000.${message.body}`).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  for (const other of [{ id: 'msg_8' }, { time: 1 }, { body: '{}' }])
    expect(webhookHeaders({ ...message, ...other }, secret)['webhook-signature']).not.toBe(`v1,${expected}`)
  expect(formatWebhookSecret('t'.repeat(32), secret.name)).not.toBe(shown)
})
