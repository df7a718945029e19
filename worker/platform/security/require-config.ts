/**
 * Parses the configuration once per isolate. Without a valid configuration, every request fails and the log names
 * what is missing.
 */
import type { MiddlewareHandler } from 'hono'
import { type Config, type ConfigResult, parseConfig } from '../../config.ts'
import type { AppEnv } from '../../env.ts'

const parsed = new WeakMap<object, ConfigResult>()

/** Sets the configuration in the context, or responds with 500. */
export function requireConfig(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    let result = parsed.get(c.env)
    if (!result) {
      result = parseConfig(c.env)
      parsed.set(c.env, result)
      if (result.ok) for (const warning of missingPayments(result.config)) console.warn(warning)
    }
    if (!result.ok) {
      console.error(`Configuration: ${result.problems.join('; ')}`)
      return c.text('The shop is not configured. The log names what is missing.', 500)
    }
    c.set('config', result.config)
    return next()
  }
}

/** Returns a warning for each payment method that is not configured, with the name of its variable. */
function missingPayments({ card, afterpay, affirm, paypal }: Config): string[] {
  return [
    ...(card ? [] : ['STRIPE_SECRET_KEY is not set: card payment is not offered']),
    ...(paypal ? [] : ['PAYPAL_CLIENT_ID is not set: the wallet is not offered']),
    ...(afterpay ? [] : ['AFTERPAY_MERCHANT_ID is not set: pay later is not offered']),
    ...(affirm ? [] : ['AFFIRM_PUBLIC_KEY is not set: installments are not offered']),
  ]
}
