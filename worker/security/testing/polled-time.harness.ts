/**
 * A virtual time for workerd, where a timer must fire in the request or object that has set it: each timer looks at the
 * time again and again, and the time passes only when a test says so.
 */
const POLL_MS = 3
/**
 * Looks at the shop without real work, after which it waits for timers alone. While an object may work, two seconds of
 * looks: a busy machine may stop the object for a while.
 */
const QUIET_LOOKS = 4
const LONG_LOOKS = 600
const { setTimeout: startTimer } = globalThis

export class PolledTime {
  now = Date.now()
  readonly #waiting = new Set<{ at: number }>()

  after(ms: number, run: () => void): object {
    const timer = { at: this.now + ms }
    this.#waiting.add(timer)
    const look = () => {
      if (!this.#waiting.has(timer)) return
      if (this.now < timer.at) return void startTimer(look, POLL_MS)
      this.#waiting.delete(timer)
      run()
    }
    startTimer(look, POLL_MS)
    return timer
  }

  cancel(timer: unknown): void {
    this.#waiting.delete(timer as { at: number })
  }

  /**
   * Lets time pass to the next timer, once nothing but timers is awaited; returns at once when `isDone`. `working`: a
   * binding works; `maybe`: an object works or waits for a timer of its own, which only a longer look can show.
   */
  async passWhenQuiet(state: () => 'working' | 'maybe' | 'waiting', isDone: () => boolean): Promise<void> {
    for (let quiet = 0; quiet < (state() === 'waiting' ? QUIET_LOOKS : LONG_LOOKS); quiet += 1) {
      await new Promise<void>((resolve) => startTimer(resolve, POLL_MS))
      if (isDone()) return
      if (state() === 'working') quiet = -1
    }
    const next = Math.min(...[...this.#waiting].map(({ at }) => at))
    if (next < Number.POSITIVE_INFINITY) this.now = Math.max(this.now, next)
  }
}
