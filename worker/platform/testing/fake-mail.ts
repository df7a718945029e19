/** Resend as far as models of the outbox need it, inside the test: one mail for each key, and its word on a key used twice. */

interface DeliveredMail {
  to: string
  subject: string
}

export interface MailDouble {
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>
  /** What arrived, by idempotency key. */
  delivered: Map<string, DeliveredMail>
}

export function mailDouble(): MailDouble {
  const delivered = new Map<string, DeliveredMail>()
  const bodies = new Map<string, string>()
  return {
    delivered,
    async fetch(_, init) {
      const key = new Headers(init?.headers).get('idempotency-key') ?? ''
      const body = String(init?.body)
      const known = bodies.get(key)
      if (known !== undefined && known !== body) {
        return Response.json({ statusCode: 409, name: 'invalid_idempotent_request' }, { status: 409 })
      }
      if (known === undefined) {
        const { to, subject } = JSON.parse(body) as { to: string[]; subject: string }
        bodies.set(key, body)
        delivered.set(key, { to: to.join(), subject })
      }
      return Response.json({ id: key })
    },
  }
}
