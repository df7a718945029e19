/** What workerd and Miniflare say, without what is no news: a visitor who hung up in the middle of a reply. */
import { Log, LogLevel, type WorkerdStructuredLog } from 'miniflare'

const NO_NEWS = /disconnected: |^stack: |NOSENTRY/

/** For Miniflare's `handleStructuredLogs`: errors and warnings to stderr, the rest to stdout. */
export function printRuntimeLog({ level, message }: WorkerdStructuredLog): void {
  if (NO_NEWS.test(message)) return
  const out = level === 'error' || level === 'warn' ? process.stderr : process.stdout
  out.write(`${message}\n`)
}

/** For Miniflare's `log`: that workerd ended by itself and was started again, or could not be. */
export class RuntimeNews extends Log {
  override logWithLevel(level: LogLevel, message: string): void {
    if (level <= LogLevel.WARN) process.stderr.write(`${message}\n`)
  }
}
