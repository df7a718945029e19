/** What workerd says, without what is no news: a visitor who hung up in the middle of a reply. */
import type { WorkerdStructuredLog } from 'miniflare'

const NO_NEWS = /disconnected: |^stack: |NOSENTRY/

/** For Miniflare's `handleStructuredLogs`: errors and warnings to stderr, the rest to stdout. */
export function printRuntimeLog({ level, message }: WorkerdStructuredLog): void {
  if (NO_NEWS.test(message)) return
  const out = level === 'error' || level === 'warn' ? process.stderr : process.stdout
  out.write(`${message}\n`)
}
