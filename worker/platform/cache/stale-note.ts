/** Adds a note to a cached page while the shop cannot check its stock. */
import { STALE_PAGE } from '../../../schema/platform/outbound/outage.ts'

const NOTE = `<div class="wrap"><div class="note" role="status">${STALE_PAGE}</div></div>`
const MAIN = /<main\b[^>]*>/

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Returns the page with the note at the start of `<main>`. */
export function withStaleNote(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const page = decoder.decode(body).replace(MAIN, (main) => main + NOTE)
  return encoder.encode(page) as Uint8Array<ArrayBuffer>
}
