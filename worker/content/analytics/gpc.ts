/** /.well-known/gpc.json: states that this shop honors Global Privacy Control (https://w3c.github.io/gpc/). */
import type { Context } from 'hono'

/** The day from which the shop honors the signal. */
const SINCE = '2026-11-22'

export function globalPrivacyControlDocument(c: Context): Response {
  return c.json({ gpc: true, lastUpdate: SINCE }, 200, { 'Cache-Control': 'public, max-age=86400' })
}
