/**
 * Says where the tires of an order with mounting go, e.g. `We ship the tires to you; bring them to our store in Chicago.` `cities` has the
 * city of each store, empty where it is unknown (H13k).
 */
export function formatMountingNote(cities: readonly string[]): string {
  const names = [...new Set(cities.filter(Boolean))]
  const last = names.pop()
  const where = last === undefined ? '' : ` in ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last}`
  return `We ship the tires to you; bring them to ${cities.length > 1 ? 'one of our stores' : 'our store'}${where}.`
}
