/** The token that a payment provider's page adds to the address of the return. */
import type { Context } from 'hono'
import { PROVIDER_TOKEN } from '../../schema/orders/payment.ts'

/** The query parameters in which the providers send their token of the payment. */
const TOKEN_PARAMS = ['checkout_token', 'orderToken', 'token']

/** Returns the provider's token in the query; `null` without one. It is not trusted: the payment is read at the provider. */
export function readProviderToken(c: Context): string | null {
  return (
    TOKEN_PARAMS.map((name) => c.req.query(name)).find((text) => text && PROVIDER_TOKEN.test(text)) ?? null
  )
}
