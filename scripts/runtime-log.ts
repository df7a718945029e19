/** Prints messages of workerd and Miniflare, but not those about visitors who disconnect during a reply. */
import { Log, LogLevel, type WorkerdStructuredLog } from 'miniflare'

const DISCONNECTED = /disconnected: |^stack: |NOSENTRY/

/** Prints errors and warnings to stderr, all else to stdout; for Miniflare's `handleStructuredLogs`. */
export function printRuntimeLog({ level, message }: WorkerdStructuredLog): void {
  if (DISCONNECTED.test(message)) return
  const out = level === 'error' || level === 'warn' ? process.stderr : process.stdout
  out.write(`${message}\n`)
}

/** Prints warnings and errors, such as a crash and restart of workerd; for Miniflare's `log`. */
export class RuntimeWarnings extends Log {
  override logWithLevel(level: LogLevel, message: string): void {
    if (level <= LogLevel.WARN) process.stderr.write(`${message}\n`)
  }
}
