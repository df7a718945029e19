/**
 * The description of an API call. The table of calls has three users: scripts/openapi.ts writes
 * /openapi.json, one test compares the table with the routes, and the test harnesses validate every reply. No
 * page of the shop loads the table.
 */
import * as v from 'valibot'
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import { SCHEMA_ERROR } from '../../platform/http/schema-error.api.ts'

export const TAGS = {
  Cart: 'A cart of API clients, identified by the query. Amounts are dollars.',
  Order: 'Orders.',
  Stock: 'Available units.',
  Catalog: 'Products and related entities, queried in three forms. Amounts are dollars.',
  Review: 'Reviews and their moderation.',
  Address: 'Finds the document of a path of the shop.',
  User: 'Accounts of customers, for clients with an access token.',
  Shop: 'Calls of our own pages. Amounts are integer cents.',
  Account: 'Pages, documents and data of the signed-in customer.',
  Staff:
    'The back office, for staff and for programs with an API key. Amounts are integer cents, times milliseconds.',
  Content: 'Texts, newsletter, mail, chat and event counts.',
  Payment: 'Checkouts of payment providers, and their webhooks.',
} as const
export type CallTag = keyof typeof TAGS

/**
 * The authentication of a call. `cart`: the id or the cookie of a cart. `customer`: a token or the session
 * cookie. `staff`: an API key or the cookie of a staff member. `page`: the origin of a page of the shop. `stripe` and `paypal`: a signature.
 */
export type Caller = 'everybody' | 'cart' | 'customer' | 'staff' | 'page' | 'stripe' | 'paypal'

/**
 * The format of a failure, because clients read the message in different fields. `words`: the result is the
 * message. `coded`: the result has `errorMessage` and `code`. `violations`: the result lists the invalid
 * parts of the body. `empty`: the result is `null` and the message is in `meta.message`. `own`: a schema
 * describes the failure.
 */
type FailureStyle = 'words' | 'coded' | 'violations' | 'empty' | 'own'

export interface ApiReply {
  /** Description of the reply. */
  says: string
  /** Schema of `result` in the envelope, or of the complete body without an envelope. */
  schema: v.GenericSchema
  form: 'envelope' | 'bare' | 'file' | 'socket'
  /** Schema of the envelope's `meta`. */
  meta?: v.GenericSchema
  failure?: FailureStyle
}

export interface ApiCall {
  /** `operationId`. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The router's pattern. */
  path: string
  tag: CallTag
  summary: string
  /** Who may call. */
  who: Caller
  /** What a call of staff needs. */
  permission?: StaffPermission
  /** Parameters of the path. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  headers?: v.GenericSchema
  body?: v.GenericSchema
  /** Whether the body is a form with files instead of JSON. */
  multipart?: true
  /** Replies by status, without 405, 413, 414, 431, 500 and 503: these are common to all calls. */
  replies: Readonly<Record<number, ApiReply>>
}

export const CODED = v.object({ errorMessage: v.string(), code: v.number() })
export const VIOLATIONS = v.array(SCHEMA_ERROR)

/** Describes a reply in the envelope. */
export function result(schema: v.GenericSchema, says = 'Success.'): ApiReply {
  return { says, schema, form: 'envelope' }
}

/** Describes a reply in the envelope with `meta`. */
export function withMeta(schema: v.GenericSchema, meta: v.GenericSchema, says: string): ApiReply {
  return { says, schema, form: 'envelope', meta }
}

/** Describes a body without the envelope. */
export function bare(schema: v.GenericSchema, says = 'Success, without an envelope.'): ApiReply {
  return { says, schema, form: 'bare' }
}

/** Describes a file. */
export function file(says: string): ApiReply {
  return { says, schema: v.unknown(), form: 'file' }
}

/** Describes a WebSocket; the schema is that of its messages. */
export function socket(schema: v.GenericSchema, says: string): ApiReply {
  return { says, schema, form: 'socket' }
}

/** Describes a reply whose result is a message. */
export function textReply(says: string): ApiReply {
  return { says, schema: v.string(), form: 'envelope', failure: 'words' }
}

/** Describes a failure with `errorMessage` and `code`. */
export function coded(says: string): ApiReply {
  return { says, schema: CODED, form: 'envelope', failure: 'coded' }
}

/** Describes a failure that lists the invalid parts of the body. */
export function violations(says: string): ApiReply {
  return { says, schema: VIOLATIONS, form: 'envelope', failure: 'violations' }
}

/** Describes a failure whose message is in `meta.message`. */
export function empty(says: string): ApiReply {
  const meta = v.object({ message: v.string() })
  return { says, schema: v.null(), form: 'envelope', meta, failure: 'empty' }
}

/** Describes a failure with its own schema, or in several formats. */
export function failure(schema: v.GenericSchema, says: string): ApiReply {
  return { says, schema, form: 'envelope', failure: 'own' }
}

/** Describes a failure without the envelope, by default with the message in `error`. */
export function bareFailure(
  says: string,
  schema: v.GenericSchema = v.object({ error: v.string() }),
): ApiReply {
  return { says, schema, form: 'bare', failure: 'own' }
}

/** A reply of any call. The log has the details; the caller never receives them. */
export const SERVER_ERROR_REPLY = textReply('An unexpected error occurred.')
/** A reply of any call. Nothing was changed, and `Retry-After` has the delay before a retry. */
export const UNAVAILABLE_REPLY = textReply('The database does not answer or accepts no more writes.')

export const RATE_LIMITED_REPLY = textReply('Too many requests from this network within a minute.')
export const KEY_LIMITED_REPLY = textReply('Too many requests with this key within a minute.')
export const UNAUTHORIZED_REPLY = textReply('The token or the session is missing, invalid or expired.')
export const INVALID_JSON_REPLY = textReply('The body is not a JSON object.')
