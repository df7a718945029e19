import { jsonReply, type Reply } from '../reply.ts'

/** A refusal with its HTTP status, in the form of PayPal's REST APIs. */
export interface Failure {
  failed: true
  status: number
  body: object
}

export function isFailure(value: object): value is Failure {
  return 'failed' in value && value.failed === true
}

const NAMES: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
}

/** Returns a refusal; `issue` is PayPal's code of the problem, `field` its location. */
export function failure(
  status: number,
  issue: string,
  more: { field?: string; description?: string; links?: object[] } = {},
): Failure {
  const { links = [], ...detail } = more
  const [name, message] = NAMES[status] ?? ['INTERNAL_SERVER_ERROR', 'An internal server error has occurred.']
  const details = issue === '' ? [] : [{ issue, ...detail }]
  return {
    failed: true,
    status,
    body: { name, message, debug_id: crypto.randomUUID().slice(0, 13), details, links },
  }
}

/** Returns a refusal in OAuth's form, for tokens. */
export function oauthFailure(status: number, error: string, description: string): Failure {
  return { failed: true, status, body: { error, error_description: description } }
}

export function failureReply({ status, body }: Failure): Reply {
  return jsonReply(status, body)
}
