/**
 * Replaces clock, timers, random numbers and digests of this process for a simulation: time passes only when the
 * simulation says so, and the same seed gives the same run. Nothing waits for another thread.
 */
import { createHash, createHmac } from 'node:crypto'

interface Timer {
  at: number
  id: number
  run: () => void
}

const turn = setImmediate

export class VirtualTime {
  now: number
  #timers: Timer[] = []
  #ids = 0

  constructor(now: number) {
    this.now = now
  }

  after(ms: number, run: () => void): number {
    this.#ids += 1
    this.#timers.push({ at: this.now + ms, id: this.#ids, run })
    return this.#ids
  }

  cancel(id: unknown): void {
    const at = this.#timers.findIndex((timer) => timer.id === id)
    if (at >= 0) this.#timers.splice(at, 1)
  }

  /** Drops all timers, as when a process dies. */
  clear(): void {
    this.#timers = []
  }

  /** Waits for `work`; time passes to the next timer whenever `work` waits for nothing else. */
  async waitFor<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const end = () => {
      isDone = true
    }
    work.then(end, end)
    for (;;) {
      await new Promise<void>((resolve) => turn(resolve))
      if (isDone) return work
      if (!this.#fireNext(Number.POSITIVE_INFINITY)) throw new Error('the work waits for nothing')
    }
  }

  /** Lets time pass and runs the timers on the way. */
  async passTo(until: number): Promise<void> {
    while (this.#fireNext(until)) await new Promise<void>((resolve) => turn(resolve))
    this.now = Math.max(this.now, until)
  }

  /** Lets time pass to the next timer. */
  async passToNext(): Promise<void> {
    if (!this.#fireNext(Number.POSITIVE_INFINITY)) throw new Error('no timer is left')
    await new Promise<void>((resolve) => turn(resolve))
  }

  #fireNext(until: number): boolean {
    let next: Timer | undefined
    for (const timer of this.#timers) if (timer.at <= until && (!next || timer.at < next.at)) next = timer
    if (!next) return false
    this.cancel(next.id)
    this.now = Math.max(this.now, next.at)
    next.run()
    return true
  }
}

/** Returns a generator of pseudorandom numbers below 1 from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const hashName = (name: unknown) => String(name).toLowerCase().replace('sha-', 'sha')
const toBytes = (data: unknown) => (data instanceof ArrayBuffer ? new Uint8Array(data) : (data as Uint8Array))
const toBuffer = (bytes: Buffer) => new Uint8Array(bytes).buffer

/** Digests and HMACs computed at once: with WebCrypto each would wait for another thread. */
const SUBTLE = {
  digest: async (name: unknown, data: unknown) =>
    toBuffer(createHash(hashName(name)).update(toBytes(data)).digest()),
  importKey: async (_: unknown, key: unknown) => ({ key: toBytes(key) }),
  sign: async (_: unknown, { key }: { key: Uint8Array }, data: unknown) =>
    toBuffer(createHmac('sha256', key).update(toBytes(data)).digest()),
}

/** The time and chance that the process has at the moment. */
export interface Surroundings {
  time: VirtualTime
  random: () => number
}

/** Replaces the process's clock, timers, chance, digests and log. Returns a function that restores them. */
export function surround(current: () => Surroundings): () => void {
  const { error, warn } = console
  const undo = [
    replaceClock(() => current().time),
    replaceAll(crypto.subtle, SUBTLE),
    replaceAll(crypto, chance(current)),
  ]
  // The code logs each fault as it should; nobody reads these lines.
  Object.assign(console, { error: () => undefined, warn: () => undefined })
  return () => {
    Object.assign(console, { error, warn })
    for (const one of undo) one()
  }
}

/** A time with timers of its own. */
interface Clock {
  now: number
  after(ms: number, run: () => void): unknown
  cancel(id: unknown): void
}

/** Replaces `Date.now`, timers and `AbortSignal.timeout` by a virtual time. Returns a function that restores them. */
export function replaceClock(current: () => Clock): () => void {
  const { setTimeout, clearTimeout } = globalThis
  const { timeout } = AbortSignal
  const { now } = Date
  Object.assign(globalThis, {
    setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      current().after(ms, () => run(...args)),
    clearTimeout: (id: unknown) => current().cancel(id),
  })
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    current().after(ms, () =>
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    )
    return controller.signal
  }
  Date.now = () => current().now
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout })
    AbortSignal.timeout = timeout
    Date.now = now
  }
}

/** Replaces methods of a platform object by properties of its own; returns a function that removes them. */
function replaceAll(target: object, methods: Record<string, unknown>): () => void {
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
  return () => {
    for (const name of Object.keys(methods)) Reflect.deleteProperty(target, name)
  }
}

function chance(current: () => Surroundings) {
  const fill = (bytes: Uint8Array) => {
    const { random } = current()
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256)
    return bytes
  }
  return {
    getRandomValues: fill,
    randomUUID: () => {
      const hex = Buffer.from(fill(new Uint8Array(16))).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
