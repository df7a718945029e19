/**
 * What a call of the API is. The table in this folder is read by three: scripts/openapi.ts writes /openapi.json from it,
 * a test asks whether the server has these calls and no others, and another holds every answer to its schema. No page of
 * the shop loads it.
 */
import * as v from 'valibot'
import { SCHEMA_ERROR } from '../../platform/http/schema-error.api.ts'

export const TAGS = {
  Cart: 'A cart of the wire, named by its id in the query. Amounts are dollars.',
  Order: 'The sale.',
  Stock: 'Units that can be had now.',
  Catalog: 'Products and the entities around them, asked in three forms. Amounts are dollars.',
  Review: 'What customers write, and its desk.',
  Address: 'What answers at a path of the shop.',
  User: 'Accounts of clients that keep a token.',
  Shop: 'What our own pages ask. Amounts are integer cents.',
  Account: 'One customer’s own pages, papers and data.',
  Content: 'Texts, newsletter, mail, chat and counts.',
  Payment: 'A checkout at the wallet, and what payment providers tell the shop.',
} as const
export type CallTag = keyof typeof TAGS

/**
 * `cart`: whoever knows the cart's id, or has its cookie. `customer` and `staff`: a token or the session's cookie.
 * `page`: only a page of the shop, known by its origin. `stripe` and `paypal`: by signature.
 */
export type Caller = 'everybody' | 'cart' | 'customer' | 'staff' | 'page' | 'stripe' | 'paypal'

/**
 * How a failure reads, because clients of this API family read it in different places: `words` are the result itself,
 * `coded` holds `errorMessage` and the code of what was wrong, `violations` lists what is wrong with a body, `empty` has
 * no result and its words in `meta.message`. `own` is said by the schema.
 */
type FailureStyle = 'words' | 'coded' | 'violations' | 'empty' | 'own'

export interface ApiReply {
  says: string
  /** Of `result` in the envelope; of the whole body where there is none. */
  schema: v.GenericSchema
  form: 'envelope' | 'bare' | 'file' | 'socket'
  /** Of the envelope's `meta`. */
  meta?: v.GenericSchema
  failure?: FailureStyle
}

export interface ApiCall {
  /** `operationId`. */
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  /** As the router has it. */
  path: string
  tag: CallTag
  summary: string
  who: Caller
  /** What stands in the path. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  headers?: v.GenericSchema
  body?: v.GenericSchema
  /** A form with files in place of JSON. */
  multipart?: true
  /** By status; others (405, 413, 414, 431, 500 and 503) are the same for all and stand in the document once. */
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

/** A failure of a shape of its own, or of several. */
export function failure(schema: v.GenericSchema, says: string): ApiReply {
  return { says, schema, form: 'envelope', failure: 'own' }
}

/** Of any call: details go to the log, never to the caller. */
export const SERVER_ERROR_REPLY = textReply('Something broke.')
/** Of any call: nothing was changed, and `Retry-After` says when to ask again. */
export const UNAVAILABLE_REPLY = textReply('The database does not answer, or takes no more writes.')

export const RATE_LIMITED_REPLY = textReply('Too many tries from this network within a minute.')
export const UNAUTHORIZED_REPLY = textReply(
  'Nobody is signed in: the token or the session is missing or over.',
)
export const INVALID_JSON_REPLY = textReply('The body is no JSON object.')
