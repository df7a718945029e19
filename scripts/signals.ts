import { grace } from './grace.mjs'

/** How long a command may take to bring what it has begun at Cloudflare to an end. */
export const FINISH_MS = 60_000

/**
 * Calls `finish` once, on Ctrl+C, `kill` or a closed terminal. A second signal of the same kind ends the process at once.
 * `graceMs` is how long `finish` may take when npm and bootstrap.mjs are gone already.
 */
export function onSignal(finish: () => void, graceMs: number = grace.ms): void {
  grace.ms = graceMs
  const begin = () => {
    if (grace.isEnding) return
    grace.isEnding = true
    finish()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, begin)
  // The output of a closed terminal cannot be written, and the error would end the process in the middle of `finish`.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

/** Brings a change of seconds to its end although a signal arrives, because half of it would need another command. */
export function finishOnSignal(what: string): void {
  onSignal(
    () => void process.stderr.write(`${what} is finished first; press Ctrl+C again to end at once …\n`),
    FINISH_MS,
  )
}
