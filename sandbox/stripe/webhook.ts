import { find } from './books.ts'
import { ATTEMPT_TIMEOUT, type Delivery, noteAttempt, takeDue } from './delivery.ts'
import { signatureHeader } from './signature.ts'

/** Where events go and what signs them. */
export interface WebhookTarget {
  url: string
  secret: string
}

/** Sends everything that is due, one after the other, and says how many attempts were made. */
export async function deliverDue(sql: SqlStorage, target: WebhookTarget): Promise<number> {
  let attempts = 0
  for (let delivery = takeDue(sql, Date.now()); delivery; delivery = takeDue(sql, Date.now())) {
    attempts++
    const { arrived, result } = await attempt(sql, delivery, target)
    noteAttempt(sql, delivery, arrived, result, Date.now())
  }
  return attempts
}

async function attempt(
  sql: SqlStorage,
  delivery: Delivery,
  target: WebhookTarget,
): Promise<{ arrived: boolean; result: string }> {
  const body = JSON.stringify(find(sql, 'event', delivery.event), null, 2)
  const secret = delivery.forged ? `${target.secret}_forged` : target.secret
  try {
    const answer = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': await signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT),
    })
    await answer.body?.cancel()
    return { arrived: answer.ok, result: String(answer.status) }
  } catch (error) {
    return { arrived: false, result: error instanceof Error ? error.message : String(error) }
  }
}
