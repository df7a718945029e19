/** Bindings that fail or fall silent when a test says so, and are well again. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Env } from '../../env.ts'
import worker from '../../index.ts'

export type Fault = 'none' | 'fails' | 'silent'
export type Breakable = 'DB' | 'KV' | 'PICTURES' | 'OUTBOX' | 'REBUILD' | 'CART' | 'CHAT' | 'MAIL_LIMIT'

export interface Answer {
  status: number
  text: string
  headers: Headers
}

/** They make what is asked later, and ask nobody themselves. */
const MAKERS = ['prepare', 'bind', 'getByName']
const REAL = Symbol('the binding behind')

export class Outage {
  /** By binding; what is not named is well. */
  readonly faults: Partial<Record<Breakable, Fault>> = {}
  /** How a broken binding fails. */
  words = 'the binding is away, table secret_stuff'
  /** How often something was asked that is broken. */
  met = 0
  readonly env: Env

  constructor(own: object = {}) {
    const names = ['DB', 'KV', 'PICTURES', 'OUTBOX', 'REBUILD', 'CART', 'CHAT', 'MAIL_LIMIT'] as const
    const broken = names.map((name) => [name, this.breakable(name, env[name])])
    this.env = { ...env, ...Object.fromEntries(broken), ...own } as unknown as Env
  }

  /** Asks the Worker as the platform does, the memory of pages included. */
  async ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const context = createExecutionContext()
    const request = new Request(`https://shop.example${path}`, { redirect: 'manual', ...init })
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], this.env, context)
    const text = await response.text()
    // What a silent binding was asked in the background never ends.
    if (!Object.values(this.faults).includes('silent')) await waitOnExecutionContext(context)
    return { status: response.status, text, headers: response.headers }
  }

  private breakable<T extends object>(name: Breakable, real: T): T {
    return new Proxy(real, {
      get: (target, property) => {
        if (property === REAL) return target
        const value: unknown = Reflect.get(target, property)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          const statements =
            property === 'batch' ? [(given[0] as object[]).map((one) => Reflect.get(one, REAL))] : given
          if (MAKERS.includes(String(property)))
            return this.breakable(name, Reflect.apply(value, target, given) as object)
          const fault = this.faults[name] ?? 'none'
          if (fault === 'none') return Reflect.apply(value, target, statements)
          this.met += 1
          return fault === 'silent' ? new Promise(() => {}) : Promise.reject(new Error(this.words))
        }
      },
    })
  }
}
