/** For security tests: every field of the shop's requests, which a test can fill while all other fields are valid. */
import { ALL_CALLS } from '../../../schema/compat/calls/all-calls.api.ts'
import {
  type FieldPath,
  schemaPaths,
  valuePaths,
  withValueAt,
} from '../../../schema/platform/testing/schema-paths.harness.ts'
import { FORM_ACTIONS } from './form-fields.harness.ts'
import type { ReadNames } from './recorded-names.harness.ts'
import { sampleRequest } from './route-samples.ts'
import { SEARCH_BODIES } from './search-bodies.harness.ts'

export interface Sent {
  path: string
  init: RequestInit
  cookies?: readonly (readonly [name: string, value: string])[]
}
export interface Field {
  /** Location of the text: `POST /api/order body.products.0.sku`. */
  place: string
  filled: (text: string) => Sent
}

/** Characters that fit into an address: the platform accepts 16 kB, and a character can have three or six encoded ones. */
const ADDRESS_CHARACTERS = 9_900
/** Bytes that fit into a form. */
const FORM_BYTES = 60_000

const COOKIES = [
  ...['__Host-session', '__Host-cart', '__Host-chat', '__Host-device', '__Host-form-notice', 'signed-in'],
  ...['__Host-wanted-password', '__Host-social-start', '__Host-social-link', 'cart-count'],
]
/** Without a valid value of these, others are not read; so each of these is filled alone, and all others together. */
const GATES = ['authorization', 'user-agent', 'sec-fetch-site', '__Host-session', '__Host-cart']
/** A valid body needs its content type, cookies are filled by name, and the others are headers of responses. */
const NOT_FILLED = /^(content-|cookie$|etag$|retry-after$|x-)/

/** Returns the fields of a route in its path and body. */
export function pathAndBodyFields(route: string): Field[] {
  return fieldsOf(route, (sent) => [...inPath(route, sent), ...inBody(route, sent)])
}

/** Returns the fields of a route in query and headers, by the names that the route read. */
export function queryAndHeaderFields(route: string, names: ReadNames): Field[] {
  return fieldsOf(route, (sent) => [...inQuery(route, sent, names), ...inHeaders(sent, names)])
}

function fieldsOf(route: string, find: (sent: () => Sent) => Field[]): Field[] {
  const good = sampleRequest(route)
  const fields = good ? find(() => ({ path: good.path, init: good.init() })) : []
  return fields.map(({ place, filled }) => ({ place: `${route} ${place}`, filled }))
}

/** Returns the entry of a route in the table of calls. */
function callOf(route: string) {
  return ALL_CALLS.find(({ method, path }) => `${method} ${path}` === route)
}

function inPath(route: string, sent: () => Sent): Field[] {
  const [, pattern = ''] = route.split(' ')
  // The pattern of a part is in braces and can contain slashes.
  const parts = pattern.replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, '').split('/')
  return parts.flatMap((part, at): Field[] => {
    if (!/^[:*]/.test(part)) return []
    const filled = (text: string) => {
      const { path, init } = sent()
      const [plain = '', ...query] = path.split('?')
      const long = encodeURIComponent(text.slice(0, ADDRESS_CHARACTERS))
      return { path: [plain.split('/').with(at, long).join('/'), ...query].join('?'), init }
    }
    return [{ place: part, filled }]
  })
}

function inQuery(route: string, sent: () => Sent, { query }: ReadNames): Field[] {
  const described = callOf(route)?.query
  const valid = new URLSearchParams(sent().path.split('?')[1])
  const ways = described ? schemaPaths(described).map(([name]) => String(name)) : []
  const names = new Set([...valid.keys(), ...query, ...ways])
  return [...names].map((name) => ({
    place: `?${name}`,
    filled: (text) => {
      const { path, init } = sent()
      const changed = new URLSearchParams(valid)
      changed.set(name, text.slice(0, ADDRESS_CHARACTERS))
      return { path: `${path.split('?')[0]}?${changed}`, init }
    },
  }))
}

function inHeaders(sent: () => Sent, { headers }: ReadNames): Field[] {
  const names = [...headers].filter((name) => !NOT_FILLED.test(name))
  const cookies = headers.has('cookie') ? COOKIES : []
  const filling = (place: string, isMine: (name: string) => boolean): Field => ({
    place: `${place} of the headers`,
    filled: (text) => {
      const letters = text.replace(/[^ -~]/g, '?')
      const own = names.filter(isMine)
      const values = own.map((name) => [name, name === 'authorization' ? `Bearer ${letters}` : letters])
      return {
        path: sent().path,
        init: { ...sent().init, headers: Object.fromEntries(values) },
        cookies: cookies.filter(isMine).map((name) => [name, encodeURIComponent(text)]),
      }
    },
  })
  const gates = [...names, ...cookies].filter((name) => GATES.includes(name))
  const others = [...names, ...cookies].filter((name) => !GATES.includes(name))
  return [
    ...gates.map((gate) => filling(gate, (name) => name === gate)),
    ...(others.length > 0 ? [filling('others', (name) => others.includes(name))] : []),
  ]
}

function inBody(route: string, sent: () => Sent): Field[] {
  const { body } = sent().init
  const [, path = ''] = route.split(' ')
  if (typeof body === 'string') return inJson(route, sent, JSON.parse(body))
  if (body instanceof FormData) return inForm(sent, Object.fromEntries(body))
  if (!(body instanceof URLSearchParams)) return []
  const acts = FORM_ACTIONS[path] ?? [Object.fromEntries(body)]
  const name = {
    place: 'a name',
    filled: (text: string) => asForm(sent, { [`options[${fitForm(text)}]`]: '1' }),
  }
  return [...acts.flatMap((fields) => inForm(sent, fields)), name]
}

function inForm(sent: () => Sent, fields: Readonly<Record<string, string | File>>): Field[] {
  const act = String(fields.action ?? fields.step ?? '')
  return Object.entries(fields).map(([name, value]) => ({
    place: `${act} ${name}`,
    filled: (text) => {
      const long = fitForm(text)
      const isFile = value instanceof File
      return asForm(sent, { ...fields, [name]: isFile ? new File([value], `${long}.pdf`) : long })
    },
  }))
}

function asForm(sent: () => Sent, fields: Readonly<Record<string, string | File>>): Sent {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return { path: sent().path, init: { ...sent().init, body } }
}

function inJson(route: string, sent: () => Sent, good: object): Field[] {
  const described = callOf(route)?.body
  const bodies = [{ good, ways: described ? schemaPaths(described) : [] }].concat(
    (SEARCH_BODIES[route] ?? []).map((body) => ({ good: body, ways: [] })),
  )
  return bodies.flatMap((body) => {
    const ways = new Map(
      [...valuePaths(body.good), ...body.ways].map((way): [string, FieldPath] => [way.join('.'), way]),
    )
    return [...ways].map(([place, way]) => ({
      place: `body.${place}`,
      filled: (text: string) => ({
        path: sent().path,
        init: { ...sent().init, body: JSON.stringify(withValueAt(way, text, body.good)) },
      }),
    }))
  })
}

/** Returns the beginning of a text that fits into a form. */
function fitForm(text: string): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(FORM_BYTES)).read)
}
