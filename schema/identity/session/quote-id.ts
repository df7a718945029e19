/** Quote ids: the name of a guest's cart, 32 hex digits. The signature inside is the worker's affair. */
const SHAPE = /^[0-9a-f]{32}$/

/** True for text that has the shape of a quote id; says nothing about whether it is ours. */
export function isQuoteIdShape(text: unknown): text is string {
  return typeof text === 'string' && SHAPE.test(text)
}
