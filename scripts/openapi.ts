/**
 * Writes the OpenAPI document of every call from the table in schema/compat/calls. The build creates it, so
 * that the Worker contains neither the converter nor the document.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { ALL_CALLS, documentPath, NAMED_SHAPES } from '../schema/compat/calls/all-calls.api.ts'
import {
  type ApiCall,
  type ApiReply,
  type Caller,
  SERVER_ERROR_REPLY,
  TAGS,
  UNAVAILABLE_REPLY,
} from '../schema/compat/calls/call.api.ts'
import { exampleOf, type Json } from './openapi-example.ts'

/** Actions that validate or change a value in ways that JSON Schema cannot express. */
const INEXPRESSIBLE = [
  'check',
  'trim',
  'to_lower_case',
  'to_upper_case',
  'transform',
  'readonly',
  'raw_check',
]

/** Converts a schema; throws for what JSON Schema cannot express, so that the document stays correct. */
function convert(
  schema: v.GenericSchema,
  typeMode: 'input' | 'output',
  definitions: Readonly<Record<string, v.GenericSchema>> = NAMED_SHAPES,
): Json {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode,
    ignoreActions: INEXPRESSIBLE,
    definitions: { ...definitions },
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    // A schema with a validator of its own accepts any type in the document.
    overrideSchema: ({ valibotSchema, jsonSchema }) => (valibotSchema.type === 'custom' ? jsonSchema : null),
    // A pattern without its flag `i` or `u`, or a nullable list without its bound, states the same or less.
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'regex' || jsonSchema.type === undefined ? jsonSchema : null,
  }
  const { $schema: _, $defs: __, ...json } = toJsonSchema(schema, config) as Json
  return json
}

const SECURITY: Readonly<Record<Caller, Json[]>> = {
  everybody: [],
  cart: [{}, { tokenInQuery: [] }, { tokenInHeader: [] }, { cartCookie: [] }],
  customer: [{ tokenInQuery: [] }, { tokenInHeader: [] }, { sessionCookie: [] }],
  staff: [{ staffKey: [] }, { staffCookie: [] }],
  page: [],
  stripe: [{ stripeSignature: [] }],
  paypal: [{ paypalSignature: [] }],
}

export const CALLER_LABELS: Readonly<Record<Caller, string>> = {
  everybody: 'everybody',
  cart: 'anyone who knows the cart’s id, or has its cookie',
  customer: 'a customer, by token or by the session’s cookie',
  staff: 'staff, by API key or by the cookie of their session',
  page: 'a page of the shop',
  stripe: 'Stripe, by signature',
  paypal: 'PayPal, by signature',
}

const SCHEMES: Json = {
  tokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token that POST /api/user/login returned.',
  },
  tokenInHeader: { type: 'http', scheme: 'bearer', description: 'The same in `Authorization`.' },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'Only for the shop’s own pages. A change by cookie must come from a page of the shop.',
  },
  staffKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, which an owner makes in the back office. Each call names the permission that the key needs.',
  },
  staffCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-staff',
    description: 'Only for the pages of the back office, as the session’s cookie.',
  },
  cartCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-cart',
    description: 'Only for the shop’s own pages.',
  },
  stripeSignature: { type: 'apiKey', in: 'header', name: 'stripe-signature' },
  paypalSignature: { type: 'apiKey', in: 'header', name: 'paypal-transmission-sig' },
}

/** The envelope of every call, except calls that declare another form. */
const ENVELOPE: Json = {
  type: 'object',
  description: 'The HTTP status equals `code`. `result` is described with each call.',
  properties: { code: { type: 'integer' }, result: {}, meta: { type: 'object' } },
  required: ['code', 'result'],
}

/** Replies that all calls have in common. */
const COMMON: Readonly<Record<string, string>> = {
  MethodNotAllowed: 'The call does not take this method; `Allow` names those that it takes.',
  TooLarge: 'The body is larger than the call takes.',
  AddressTooLong: 'The address is longer than any call takes.',
  HeaderTooLong: 'A header is longer than any call takes.',
  ServerError: SERVER_ERROR_REPLY.says,
  Unavailable: UNAVAILABLE_REPLY.says,
}

function enveloped(result: Json, meta: Json | null): Json {
  const own = { type: 'object', properties: { result, ...(meta ? { meta } : {}) } }
  return {
    allOf: [{ $ref: '#/components/schemas/Envelope' }, meta ? { ...own, required: ['meta'] } : own],
  }
}

function parameters(schema: v.GenericSchema | undefined, location: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = convert(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }))
}

function responseOf(status: number, reply: ApiReply, shapes: Record<string, Json>): Json {
  const { says, form, failure, schema, meta } = reply
  const about = { description: says, ...(failure ? { 'x-failure-style': failure } : {}) }
  if (form === 'file') return { ...about, content: { 'application/octet-stream': { schema: {} } } }
  const result = convert(schema, 'output')
  if (form === 'socket') return { ...about, 'x-message': result }
  const metaJson = meta ? convert(meta, 'output') : null
  const example =
    form === 'bare'
      ? exampleOf(result, shapes)
      : {
          code: status,
          result: exampleOf(result, shapes),
          ...(metaJson ? { meta: exampleOf(metaJson, shapes) } : {}),
        }
  const own = form === 'bare' ? result : enveloped(result, metaJson)
  // A call may declare a 500 of its own; an unexpected failure can happen beside it.
  const body = status === 500 ? { anyOf: [own, { $ref: '#/components/schemas/Broken' }] } : own
  return { ...about, content: { 'application/json': { schema: body, example } } }
}

function bodyOf(call: ApiCall, shapes: Record<string, Json>): Json {
  if (!call.body) return {}
  const schema = convert(call.body, 'input')
  const media = call.multipart ? 'multipart/form-data' : 'application/json'
  return {
    requestBody: { required: true, content: { [media]: { schema, example: exampleOf(schema, shapes) } } },
  }
}

/** Names the permission of a call of staff as the role that its scheme needs. */
function securityOf({ who, permission }: ApiCall): Json[] {
  if (permission === undefined) return SECURITY[who]
  return SECURITY[who].map((scheme) =>
    Object.fromEntries(Object.keys(scheme).map((name) => [name, [permission]])),
  )
}

function operation(call: ApiCall, shapes: Record<string, Json>): Json {
  const { id, tag, summary, who, permission, params, query, headers, replies } = call
  const parameterList = [
    ...parameters(params, 'path'),
    ...parameters(query, 'query'),
    ...parameters(headers, 'header'),
  ]
  const common = (status: number, name: string) =>
    status in replies ? {} : { [status]: { $ref: `#/components/responses/${name}` } }
  return {
    operationId: id,
    tags: [tag],
    summary,
    'x-who': permission === undefined ? CALLER_LABELS[who] : `${CALLER_LABELS[who]}; needs ${permission}`,
    security: securityOf(call),
    ...(parameterList.length > 0 ? { parameters: parameterList } : {}),
    ...bodyOf(call, shapes),
    responses: {
      ...Object.fromEntries(
        Object.entries(replies).map(([status, reply]) => [status, responseOf(Number(status), reply, shapes)]),
      ),
      ...common(405, 'MethodNotAllowed'),
      ...(call.body ? common(413, 'TooLarge') : {}),
      ...common(414, 'AddressTooLong'),
      ...common(431, 'HeaderTooLong'),
      ...common(500, 'ServerError'),
      ...(503 in replies ? {} : common(503, 'Unavailable')),
    },
  }
}

/** Returns the OpenAPI document of this version of the shop. */
export function openApiDocument(version: string): Json {
  const shapes: Record<string, Json> = {
    Envelope: ENVELOPE,
    Broken: enveloped({ type: 'string' }, null),
    ...Object.fromEntries(
      Object.entries(NAMED_SHAPES).map(([name, schema]) => {
        // A definition that refers to itself would be only a reference, so its own schema is written out.
        const others = Object.fromEntries(Object.entries(NAMED_SHAPES).filter(([other]) => other !== name))
        return [name, convert(schema, 'output', others)]
      }),
    ),
  }
  const paths: Record<string, Record<string, Json>> = {}
  for (const call of ALL_CALLS) {
    const path = documentPath(call.path)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, shapes) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Treadline',
      version,
      summary: 'Every call of the shop.',
      description:
        'Replies are `{code, result, meta?}`, where not said otherwise; the HTTP status equals the code. Calls from other origins are sent without cookies.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: shapes,
      responses: Object.fromEntries(
        Object.entries(COMMON).map(([name, description]) => [
          name,
          { description, content: { 'application/json': { schema: enveloped({ type: 'string' }, null) } } },
        ]),
      ),
      securitySchemes: SCHEMES,
    },
  }
}

/** Writes the document to a file. */
export function writeOpenApi(file: string): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(openApiDocument(version)))
}
