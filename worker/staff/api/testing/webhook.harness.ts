/** A receiver of webhooks for tests, and a queue that delivers at once. */
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { parseConfig } from '../../../config.ts'
import { formatWebhookSecret } from '../webhook-signature.ts'

export const ADDRESS = 'https://hooks.partner.com/tires'

export interface Received {
  url: string
  id: string
  time: number
  signature: string
  body: string
  type: string
  data: Record<string, unknown>
  redirect: string
}

/** What the receiver answers; `null` is no connection. */
type Answer = number | null | (() => Promise<Response>)

/** Takes the place of all outside hosts. */
export class Receiver {
  readonly received: Received[] = []
  answer: Answer = 200

  constructor() {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers)
      const body = String(init.body)
      const { type, data } = JSON.parse(body)
      const [id, time, signature] = ['id', 'timestamp', 'signature'].map(
        (name) => headers.get(`webhook-${name}`) ?? '',
      )
      this.received.push({
        ...{ url, id: id ?? '', time: Number(time), signature: signature ?? '', body, type, data },
        redirect: String(init.redirect),
      })
      if (typeof this.answer === 'function') return this.answer()
      if (this.answer === null) throw new TypeError('Network connection lost.')
      return new Response(null, { status: this.answer, headers: { Location: 'https://10.0.0.1/' } })
    })
  }

  get types(): string[] {
    return this.received.map(({ type, data }) => `${type} ${data.sku ?? data.orderNumber ?? ''}`)
  }
}

/** Returns the secret of the only webhook, as its receiver has it. */
export async function readSecret(): Promise<string> {
  const name = await env.DB.prepare('SELECT secret_name FROM webhook').first<string>('secret_name')
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('the configuration of the tests is wrong')
  return formatWebhookSecret(parsed.config.sessionSecret, name ?? '')
}
