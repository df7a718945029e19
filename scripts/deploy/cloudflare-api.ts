/** Calls of Cloudflare's API for one account, with retries and with errors that name the missing permission. */
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ApiOptions {
  /** Address of the API; tests use a fake one. */
  baseUrl: string
  account: string
  token: string
  fetch: typeof fetch
  /** Waits before a call is repeated. */
  wait?: (ms: number) => Promise<unknown>
  /** Milliseconds after which every call without a response has failed. */
  timeout?: number
}

export interface CallOptions {
  /** JSON, a form with files, or the bytes of a file or a text with its type. */
  body?: unknown
  contentType?: string
  /** Whether a POST may be repeated, because a second one changes nothing more. */
  isIdempotent?: boolean
  /** Milliseconds after which this call has failed; 30 seconds by default. */
  timeout?: number
  /** Whether the answer is the result itself, without Cloudflare's usual envelope. */
  isBare?: boolean
  /** Another token than that of the account, for the upload of files. */
  token?: string
}

export const CLOUDFLARE_API = 'https://api.cloudflare.com/client/v4'

/** The permission that a token needs for the calls below a path. */
const PERMISSIONS: readonly [path: RegExp, permission: string][] = [
  [/\/d1\//, 'Account, D1: Edit'],
  [/\/storage\/kv\//, 'Account, Workers KV Storage: Edit'],
  [/\/r2\//, 'Account, Workers R2 Storage: Edit'],
  [/\/queues/, 'Account, Queues: Edit'],
  [/\/analytics_engine\//, 'Account, Account Analytics: Read'],
  [/\/challenges\/widgets/, 'Account, Turnstile: Edit'],
  [/\/alerting\//, 'Account, Notifications: Edit'],
  [/\/healthchecks/, 'Zone, Health Checks: Edit'],
  [/^\/zones\/[^/]+\/settings/, 'Zone, Zone Settings: Edit'],
  [/\/workers\/domains|^\/zones/, 'Zone, Workers Routes: Edit and Zone: Read'],
  [/\/workers\//, 'Account, Workers Scripts: Edit'],
]

/** A call that failed. `isUnclear`: the call may have taken effect. */
export class CloudflareError extends Error {
  readonly status: number
  /** The permission that the token lacks; `null` for another failure. */
  readonly permission: string | null

  constructor(message: string, status: number, permission: string | null = null) {
    super(message)
    this.status = status
    this.permission = permission
  }

  get isUnclear(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

const ENVELOPE = v.object({
  success: v.boolean(),
  errors: v.optional(v.nullable(v.array(v.object({ code: v.number(), message: v.string() }))), []),
  result: v.optional(v.unknown()),
})

const TIMEOUT_MS = 30_000
const DOWNLOAD_TIMEOUT_MS = 120_000
const MAX_ATTEMPTS = 4
const FIRST_WAIT_MS = 1_000
/** Cloudflare refuses all calls for five minutes after too many. */
const MAX_WAIT_MS = 300_000

export type CloudflareApi = ReturnType<typeof cloudflareApi>

/** Returns the calls for an account. Paths begin with `/`; `{account}` in them is replaced. */
export function cloudflareApi({ baseUrl, account, token, fetch, wait = delay, timeout }: ApiOptions) {
  async function attempt(method: Method, path: string, options: CallOptions): Promise<unknown> {
    const { body } = options
    const isRaw = body instanceof FormData || body instanceof Uint8Array
    const contentType = isRaw ? options.contentType : 'application/json'
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(timeout ?? options.timeout ?? TIMEOUT_MS),
      headers: {
        Authorization: `Bearer ${options.token ?? token}`,
        ...(body === undefined || !contentType ? {} : { 'Content-Type': contentType }),
      },
      ...(body === undefined
        ? {}
        : { body: isRaw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
    })
    const answer = await response.json().catch(() => null)
    if (options.isBare && response.ok && answer !== null) return answer
    const reply = v.safeParse(ENVELOPE, answer)
    if (!reply.success)
      throw problem(method, path, response.ok ? 502 : response.status, 'an answer that is not its JSON')
    const { success, errors, result } = reply.output
    if (success) return result
    const known = errors ?? []
    const text =
      known.map(({ code, message }) => `${message} (${code})`).join('; ') || `status ${response.status}`
    const error = problem(method, path, response.status, text)
    throw Object.assign(error, { retryAfter: Number(response.headers.get('Retry-After') ?? Number.NaN) })
  }

  /** Does `work`, and repeats it after a failure that may pass; `isSafe`: a second time changes nothing more. */
  async function repeat<Result>(
    method: Method,
    path: string,
    isSafe: boolean,
    work: (address: string) => Promise<Result>,
  ): Promise<Result> {
    const address = path.replace('{account}', account)
    for (let count = 1; ; count += 1) {
      try {
        return await work(address)
      } catch (error) {
        const failure = error instanceof CloudflareError ? error : unreachable(method, address, error)
        const isRepeatable = failure.status === 429 || (isSafe && failure.isUnclear)
        if (!isRepeatable || count === MAX_ATTEMPTS) throw failure
        const { retryAfter } = failure as { retryAfter?: number }
        const backoff = FIRST_WAIT_MS * 2 ** (count - 1)
        await wait(Math.min(retryAfter && retryAfter > 0 ? retryAfter * 1_000 : backoff, MAX_WAIT_MS))
      }
    }
  }

  /** Returns the result of a call, checked by `schema`. Repeats calls that may safely be repeated. */
  function call<Schema extends v.GenericSchema>(
    schema: Schema,
    method: Method,
    path: string,
    options: CallOptions = {},
  ): Promise<v.InferOutput<Schema>> {
    // A repeated POST could create a second resource.
    return repeat(method, path, method !== 'POST' || options.isIdempotent === true, async (address) => {
      const result = v.safeParse(schema, await attempt(method, address, options))
      if (result.success) return result.output
      throw new CloudflareError(`Cloudflare answered ${method} ${address} in an unknown form`, 502)
    })
  }

  /** Returns the bytes of a file. */
  function download(path: string): Promise<Uint8Array> {
    return repeat('GET', path, true, async (address) => {
      const response = await fetch(`${baseUrl}${address}`, {
        signal: AbortSignal.timeout(timeout ?? DOWNLOAD_TIMEOUT_MS),
        headers: { Authorization: `Bearer ${token}` },
      })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      throw problem('GET', address, response.status, `status ${response.status}`)
    })
  }

  /** Like `call`; `null` for a resource that does not exist. */
  async function find<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
  ): Promise<v.InferOutput<Schema> | null> {
    try {
      return await call(schema, 'GET', path)
    } catch (error) {
      if (error instanceof CloudflareError && error.status === 404) return null
      throw error
    }
  }

  return { call, find, download }
}

function problem(method: Method, path: string, status: number, text: string): CloudflareError {
  const needed = PERMISSIONS.find(([pattern]) => pattern.test(path))?.[1] ?? null
  const permission = status === 403 ? needed : null
  const advice = permission === null ? '' : `. The token needs the permission "${permission}"`
  return new CloudflareError(`Cloudflare refused ${method} ${path}: ${text}${advice}`, status, permission)
}

/** Returns the failure of a call without an answer; throws an error that is no failure of the network again. */
function unreachable(method: Method, path: string, error: unknown): CloudflareError {
  if (!(error instanceof Error)) throw error
  if (error.name === 'TimeoutError')
    return new CloudflareError(
      `Cloudflare did not answer ${method} ${path} in time: look at its status page, then run the command again`,
      0,
    )
  // Node's fetch fails with a TypeError whose cause has the reason; other errors are mistakes of this program.
  const { cause } = error
  if (!(error instanceof TypeError) || !(cause instanceof Error)) throw error
  const reason = 'code' in cause ? cause.code : cause.message
  return new CloudflareError(
    `Cloudflare cannot be reached (${reason}) for ${method} ${path}: check the network, then run the command again`,
    0,
  )
}

/** How many entries a page of a list has. */
export const PAGE = 100

/** Returns the wanted entry of a list that Cloudflare answers page by page; `null` without one. */
export async function findInPages<Entry>(
  api: CloudflareApi,
  entry: v.GenericSchema<unknown, Entry>,
  path: string,
  isWanted: (one: Entry) => boolean,
): Promise<Entry | null> {
  for (let page = 1; ; page += 1) {
    const found = await api.call(v.array(entry), 'GET', `${path}?per_page=${PAGE}&page=${page}`)
    const wanted = found.find(isWanted)
    if (wanted !== undefined || found.length < PAGE) return wanted ?? null
  }
}

/**
 * Returns a resource and creates it unless it exists. A creation without a clear answer, and one by another deployment
 * at the same time, are looked up once more.
 */
export async function findOrCreate<Resource>(
  find: () => Promise<Resource | null>,
  create: () => Promise<Resource>,
): Promise<Resource> {
  const known = await find()
  if (known) return known
  try {
    return await create()
  } catch (error) {
    const made = await find().catch(() => null)
    if (made) return made
    throw error
  }
}
