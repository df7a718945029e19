import type Stripe from 'stripe'

/** The fields of Stripe's `error` object (docs.stripe.com/api/errors) that the sandbox uses. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

/**
 * A refusal with its HTTP status. `executed` is true when the endpoint had started to work: only then is the
 * reply stored under the idempotency key (docs.stripe.com/api/idempotent_requests).
 */
export interface Failure {
  failed: true
  status: number
  executed: boolean
  error: ErrorBody
}

/** Checks whether a rule refused. */
export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'failed' in value && value.failed === true
}

function failure(status: number, executed: boolean, error: ErrorBody): Failure {
  const doc = error.code
    ? { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` }
    : {}
  return { failed: true, status, executed, error: { ...error, ...doc } }
}

/** Returns the refusal of a parameter: 400, nothing was executed. */
export function badParam(param: string, code: string | undefined, message: string): Failure {
  return failure(400, false, { type: 'invalid_request_error', ...(code ? { code } : {}), message, param })
}

/** Returns the refusal of a request that the current state does not allow: 400. */
export function badRequest(message: string, more: Partial<ErrorBody> = {}): Failure {
  return failure(400, true, { type: 'invalid_request_error', message, ...more })
}

/** Returns the refusal for an unknown object: 404 `resource_missing`. */
export function noSuch(kind: string, id: string, param: string): Failure {
  const message = `No such ${kind}: '${id}'`
  return failure(404, true, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** Returns the refusal of an API key that is missing, unknown or of the wrong kind: 401 or 403. */
export function badKey(status: 401 | 403, message: string, code?: string): Failure {
  return failure(status, false, { type: 'invalid_request_error', ...(code ? { code } : {}), message })
}

/** Returns the decline of a card: 402 `card_error`. */
export function cardRefused(error: Omit<ErrorBody, 'type'>): Failure {
  return failure(402, true, { type: 'card_error', ...error })
}

/** Returns the refusal of an idempotency key that had another use (400) or is in use now (409). */
export function keyMisused(status: 400 | 409, message: string, code?: string): Failure {
  return failure(status, false, { type: 'idempotency_error', ...(code ? { code } : {}), message })
}

/** Returns a scripted outage; as at Stripe, a 5xx is stored for its idempotency key, a 429 is not. */
export function outage(status: number): Failure {
  if (status === 429) {
    const message =
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.'
    return failure(429, false, { type: 'invalid_request_error', code: 'rate_limit', message })
  }
  const message = 'Sorry! An error occurred on our end. We have been notified of the problem.'
  return failure(status, true, { type: 'api_error', message })
}
