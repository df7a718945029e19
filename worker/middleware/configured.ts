/** Parses the configuration once per isolate; a Worker that is not configured says what is missing and does no more. */
import type { MiddlewareHandler } from 'hono'
import { type ConfigResult, parseConfig } from '../config.ts'
import type { AppEnv } from '../env.ts'

const parsed = new WeakMap<object, ConfigResult>()

export function configured(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    let result = parsed.get(c.env)
    if (!result) {
      result = parseConfig(c.env)
      parsed.set(c.env, result)
      if (result.ok && !result.config.card)
        console.warn('STRIPE_SECRET_KEY is not set: card payment is not offered')
    }
    if (!result.ok) {
      console.error(`Configuration: ${result.problems.join('; ')}`)
      return c.text('The shop is not configured. The log names what is missing.', 500)
    }
    c.set('config', result.config)
    return next()
  }
}
