import type { Env } from '../env.ts'
import { badKey, type Failure } from './failure.ts'

/** Returns the kind of key in a request (Bearer, Basic or a page's `key` parameter), or the refusal. */
export function keyKind(
  authorization: string | undefined,
  parameter: string | null,
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY'>,
): 'secret' | 'publishable' | Failure {
  const key = keyOf(authorization) ?? parameter ?? ''
  if (key === '') {
    return badKey(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.",
    )
  }
  if (key === env.STRIPE_SECRET_KEY) return 'secret'
  if (key === env.STRIPE_PUBLISHABLE_KEY) return 'publishable'
  return badKey(401, `Invalid API Key provided: ${masked(key)}`)
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return undefined
  try {
    return atob(value).split(':')[0]
  } catch {
    return undefined
  }
}

function masked(key: string): string {
  return key.length <= 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
}
