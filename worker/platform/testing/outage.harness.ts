/** Bindings that fail or do not answer while a test sets a fault. */
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

/** Methods that only create objects and send no request. */
const FACTORY_METHODS = ['prepare', 'bind', 'getByName']
const TARGET = Symbol('the wrapped binding')

export class OutageHarness {
  /** Faults by binding; a binding without an entry works. */
  readonly faults: Partial<Record<Breakable, Fault>> = {}
  /** Error message of a failing binding. */
  words = 'the binding is away, table secret_stuff'
  /** Number of calls to failing bindings. */
  met = 0
  readonly env: Env

  constructor(own: object = {}) {
    const names = ['DB', 'KV', 'PICTURES', 'OUTBOX', 'REBUILD', 'CART', 'CHAT', 'MAIL_LIMIT'] as const
    const broken = names.map((name) => [name, this.breakable(name, env[name])])
    this.env = { ...env, ...Object.fromEntries(broken), ...own } as unknown as Env
  }

  /** Sends a request to the Worker like the platform, including the page cache in memory. */
  async ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const context = createExecutionContext()
    const request = new Request(`https://shop.example${path}`, { redirect: 'manual', ...init })
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], this.env, context)
    const text = await response.text()
    // Background calls to a binding that does not answer never end.
    if (!Object.values(this.faults).includes('silent')) await waitOnExecutionContext(context)
    return { status: response.status, text, headers: response.headers }
  }

  private breakable<T extends object>(name: Breakable, real: T): T {
    return new Proxy(real, {
      get: (target, property) => {
        if (property === TARGET) return target
        const value: unknown = Reflect.get(target, property)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const callArgs =
            property === 'batch' ? [(args[0] as object[]).map((one) => Reflect.get(one, TARGET))] : args
          if (FACTORY_METHODS.includes(String(property)))
            return this.breakable(name, Reflect.apply(value, target, args) as object)
          const fault = this.faults[name] ?? 'none'
          if (fault === 'none') return Reflect.apply(value, target, callArgs)
          this.met += 1
          return fault === 'silent' ? new Promise(() => {}) : Promise.reject(new Error(this.words))
        }
      },
    })
  }
}
