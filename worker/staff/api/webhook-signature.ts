/**
 * Signs webhooks as standardwebhooks.com describes (H14y): HMAC-SHA256 of id, time and body, so that a receiver knows who sent them, and
 * when. docs/api.md shows how to check a signature.
 */
import { createHmac } from 'node:crypto'
import { deriveLinkToken } from '../../platform/security/secret-token.ts'

/** Returns the signing secret of a webhook, 32 bytes. Neither the database nor the shop's secret alone has it. */
function secretBytes(sessionSecret: string, name: string): Buffer {
  return Buffer.from(deriveLinkToken(sessionSecret, `webhook:${name}`), 'base64url')
}

/** Returns the secret as its receiver stores it. */
export function formatWebhookSecret(sessionSecret: string, name: string): string {
  return `whsec_${secretBytes(sessionSecret, name).toString('base64')}`
}

interface SignedMessage {
  id: string
  /** Seconds. */
  time: number
  body: string
}

/** Returns the headers of a signed message. */
export function webhookHeaders(
  { id, time, body }: SignedMessage,
  secret: { sessionSecret: string; name: string },
): Record<string, string> {
  const key = secretBytes(secret.sessionSecret, secret.name)
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Treadline-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${signature}`,
  }
}
