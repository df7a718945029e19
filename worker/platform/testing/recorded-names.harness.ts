/** For security tests: records which parameters and headers the shop reads from a request, so that no list can miss one. */
import { Hono } from 'hono'

export interface ReadNames {
  query: Set<string>
  headers: Set<string>
}

/** Records the names that are read while `work` runs. */
export async function recordReadNames(work: () => Promise<unknown>): Promise<ReadNames> {
  const names: ReadNames = { query: new Set(), headers: new Set() }
  const prototype = await requestPrototype()
  const { query } = prototype
  const { get } = URLSearchParams.prototype
  const { get: getHeader } = Headers.prototype
  prototype.query = function (this: object, name?: string) {
    if (name !== undefined) names.query.add(name)
    return name === undefined ? recordNames(query.call(this) as object, names.query) : query.call(this, name)
  }
  URLSearchParams.prototype.get = function (name) {
    names.query.add(name)
    return get.call(this, name)
  }
  Headers.prototype.get = function (name) {
    names.headers.add(name.toLowerCase())
    return getHeader.call(this, name)
  }
  try {
    await work()
  } finally {
    prototype.query = query
    URLSearchParams.prototype.get = get
    Headers.prototype.get = getHeader
  }
  return names
}

/** Returns a proxy of the object that records the names of read properties. */
function recordNames(all: object, names: Set<string>): object {
  return new Proxy(all, {
    get(target, name, self) {
      if (typeof name === 'string') names.add(name)
      return Reflect.get(target, name, self)
    },
    has(target, name) {
      if (typeof name === 'string') names.add(name)
      return Reflect.has(target, name)
    },
  })
}

interface RequestMethods {
  query(this: object, name?: string): unknown
}

/** Returns the prototype of Hono's requests. */
async function requestPrototype(): Promise<RequestMethods> {
  let prototype: RequestMethods | undefined
  await new Hono()
    .get('/', (c) => {
      prototype = Object.getPrototypeOf(c.req)
      return c.body(null)
    })
    .request('/')
  if (!prototype) throw new Error('Hono answered without a request')
  return prototype
}
