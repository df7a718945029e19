/**
 * The description of an API call. The table in this folder has three users: scripts/openapi.ts writes /openapi.json, a test
 * compares the table with the routes, and another test validates every reply. No page of the shop loads the table.
 */
import * as v from 'valibot'
import { SCHEMA_ERROR } from '../../platform/http/schema-error.api.ts'

export const TAGS = {
  Cart: 'A cart of API clients, identified by the query. Amounts are dollars.',
  Order: 'Orders.',
  Stock: 'Available units.',
  Catalog: 'Products and related entities, queried in three forms. Amounts are dollars.',
  Review: 'Reviews and their moderation.',
  Address: 'Resolves a path of the shop.',
  User: 'Accounts of clients that keep a token.',
  Shop: 'Calls of our own pages. Amounts are integer cents.',
  Account: 'One customer’s pages, documents and data.',
  Content: 'Texts, newsletter, mail, chat and counts.',
  Payment: 'Checkouts at payment providers, and their webhooks.',
} as const
export type CallTag = keyof typeof TAGS

/**
 * `cart`: the cart's id or its cookie. `customer` and `staff`: a token or the session's cookie. `page`: only a page of the
 * shop, by its origin. `stripe` and `paypal`: by signature.
 */
export type Caller = 'everybody' | 'cart' | 'customer' | 'staff' | 'page' | 'stripe' | 'paypal'

/**
 * The format of a failure, which clients read in different places: `words` is a message as the result, `coded` has
 * `errorMessage` and a code, `violations` lists the invalid parts of a body, `empty` has no result and its message in
 * `meta.message`. `own` is described by a schema.
 */
type FailureStyle = 'words' | 'coded' | 'violations' | 'empty' | 'own'

export interface ApiReply {
  says: string
  /** Schema of `result` in the envelope; of the whole body without one. */
  schema: v.GenericSchema
  form: 'envelope' | 'bare' | 'file' | 'socket'
  /** Schema of the envelope's `meta`. */
  meta?: v.GenericSchema
  failure?: FailureStyle
}

export interface ApiCall {
  /** `operationId`. */
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  /** The router's pattern. */
  path: string
  tag: CallTag
  summary: string
  who: Caller
  /** Parameters of the path. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  headers?: v.GenericSchema
  body?: v.GenericSchema
  /** Whether the body is a form with files instead of JSON. */
  multipart?: true
  /** By status; others (405, 413, 414, 431, 500 and 503) are common and described once. */
  replies: Readonly<Record<number, ApiReply>>
}

export const CODED = v.object({ errorMessage: v.string(), code: v.number() })
export const VIOLATIONS = v.array(SCHEMA_ERROR)

export function result(schema: v.GenericSchema, says = 'It worked.'): ApiReply {
  return { says, schema, form: 'envelope' }
}

export function withMeta(schema: v.GenericSchema, meta: v.GenericSchema, says: string): ApiReply {
  return { says, schema, form: 'envelope', meta }
}

/** A body without the envelope. */
export function bare(schema: v.GenericSchema, says = 'It worked. There is no envelope.'): ApiReply {
  return { says, schema, form: 'bare' }
}

export function file(says: string): ApiReply {
  return { says, schema: v.unknown(), form: 'file' }
}

export function socket(schema: v.GenericSchema, says: string): ApiReply {
  return { says, schema, form: 'socket' }
}

export function textReply(says: string): ApiReply {
  return { says, schema: v.string(), form: 'envelope', failure: 'words' }
}

export function coded(says: string): ApiReply {
  return { says, schema: CODED, form: 'envelope', failure: 'coded' }
}

export function violations(says: string): ApiReply {
  return { says, schema: VIOLATIONS, form: 'envelope', failure: 'violations' }
}

export function empty(says: string): ApiReply {
  const meta = v.object({ message: v.string() })
  return { says, schema: v.null(), form: 'envelope', meta, failure: 'empty' }
}

/** A failure with a schema of its own, or of several formats. */
export function failure(schema: v.GenericSchema, says: string): ApiReply {
  return { says, schema, form: 'envelope', failure: 'own' }
}

/** For any call: details go to the log, never to the caller. */
export const SERVER_ERROR_REPLY = textReply('Something broke.')
/** For any call: nothing was changed, and `Retry-After` has the delay before a retry. */
export const UNAVAILABLE_REPLY = textReply('The database does not answer, or takes no more writes.')

export const RATE_LIMITED_REPLY = textReply('Too many tries from this network within a minute.')
export const UNAUTHORIZED_REPLY = textReply(
  'Nobody is signed in: the token or the session is missing or over.',
)
export const INVALID_JSON_REPLY = textReply('The body is no JSON object.')
