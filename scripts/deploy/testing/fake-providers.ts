/** Fakes of Stripe's and PayPal's calls for webhooks, on a port of this machine. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FakeProviders {
  url: string
  /** The endpoints at Stripe: addresses by id. */
  stripe: Map<string, string>
  paypal: Map<string, string>
  /** Answers each call while it is set. */
  refusal: { status: number; body: object } | null
  close(): Promise<void>
}

export async function fakeProviders(): Promise<FakeProviders> {
  const fake: FakeProviders = {
    url: '',
    stripe: new Map(),
    paypal: new Map(),
    refusal: null,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  let count = 0
  function answer(method: string, path: string, body: string): { status: number; body: object } {
    if (fake.refusal) return fake.refusal
    const id = `we_${count + 1}`
    switch (`${method} ${path.replace(/\/we_\d+$/, '/*')}`) {
      case 'GET /v1/webhook_endpoints':
        return { status: 200, body: { object: 'list', data: list(fake.stripe) } }
      case 'POST /v1/webhook_endpoints': {
        count += 1
        const url = new URLSearchParams(body).get('url') ?? ''
        fake.stripe.set(id, url)
        return { status: 200, body: { id, url, secret: `whsec_of_${id}` } }
      }
      case 'DELETE /v1/webhook_endpoints/*':
        fake.stripe.delete(path.split('/').at(-1) ?? '')
        return { status: 200, body: { deleted: true } }
      case 'POST /v1/oauth2/token':
        return { status: 200, body: { access_token: 'token', expires_in: 600 } }
      case 'GET /v1/notifications/webhooks':
        return { status: 200, body: { webhooks: list(fake.paypal) } }
      case 'POST /v1/notifications/webhooks': {
        count += 1
        const { url } = JSON.parse(body) as { url: string }
        fake.paypal.set(id, url)
        return { status: 201, body: { id, url } }
      }
      default:
        return { status: 404, body: { error: { message: `no ${method} ${path}` } } }
    }
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://fake')
    const { status, body } = answer(request.method ?? '', pathname, await text(request))
    // A connection that stays open could be closed at the moment of the next call.
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

function list(webhooks: ReadonlyMap<string, string>): object[] {
  return [...webhooks].map(([id, url]) => ({ id, url }))
}
