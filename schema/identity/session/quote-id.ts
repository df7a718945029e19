/** Quote ids: ids of guests' carts, 32 hex digits. The worker verifies the signature in them. */
const SHAPE = /^[0-9a-f]{32}$/

/** Returns whether a text has the format of a quote id. */
export function isQuoteIdShape(text: unknown): text is string {
  return typeof text === 'string' && SHAPE.test(text)
}
