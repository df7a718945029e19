/** The open calls of Durable Objects: which of them work, and which wait for a dependency with a fault. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CartObject } from '../../cart.object.ts'
import { ChatObject } from '../../content/chat/chat.object.ts'

/** The platform calls these itself. */
const EVENTS = ['alarm', 'webSocketMessage', 'webSocketClose', 'webSocketError']

/** The faults for which a call waits. */
type OpenCall = Set<object>
type Methods = Record<string, (...args: unknown[]) => unknown>

export class ObjectCalls {
  readonly #current = new AsyncLocalStorage<OpenCall>()
  readonly #begun = new Set<OpenCall>()
  #sent = 0

  /** Follows the methods of all objects; returns a function that restores them. */
  open(): () => void {
    const undo = [CartObject, ChatObject].map((object) => {
      const methods = object.prototype as unknown as Methods
      const names = Object.getOwnPropertyNames(methods).filter(
        (name) => !['constructor', ...EVENTS].includes(name) && typeof methods[name] === 'function',
      )
      const originals = Object.fromEntries(names.map((name) => [name, methods[name]])) as Methods
      const begin = (call: () => unknown) => this.#begin(call)
      for (const [name, method] of Object.entries(originals))
        methods[name] = function (this: unknown, ...args) {
          return begin(() => Reflect.apply(method, this, args))
        }
      return () => Object.assign(methods, originals)
    })
    return () => {
      for (const restore of undo) restore()
    }
  }

  /** Runs a call to an object from outside. */
  async send<T>(call: () => T | Promise<T>): Promise<T> {
    this.#sent += 1
    try {
      return await call()
    } finally {
      this.#sent -= 1
    }
  }

  /** Runs a method; inside an open call it is a part of that call. */
  #begin(call: () => unknown): unknown {
    if (this.#current.getStore()) return call()
    const faults: OpenCall = new Set()
    this.#begun.add(faults)
    const end = () => void this.#begun.delete(faults)
    const result = this.#current.run(faults, call)
    Promise.resolve(result).then(end, end)
    return result
  }

  /** Notes that the current call waits for a fault; returns a function that ends this. */
  wait(): () => void {
    const [faults, fault] = [this.#current.getStore(), {}]
    faults?.add(fault)
    return () => void faults?.delete(fault)
  }

  /** Returns `run` for a timer of the current call: when it fires, the call no longer waits for its faults. */
  atTimeout(run: () => void): () => void {
    const faults = this.#current.getStore()
    return () => {
      faults?.clear()
      run()
    }
  }

  /** Checks whether a call may work: more calls are open than wait for a fault. */
  mayWork(): boolean {
    return this.#sent > [...this.#begun].filter(({ size }) => size > 0).length
  }
}
