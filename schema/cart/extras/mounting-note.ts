/** What a shopper has to know before they buy mounting at a store (H13k). */
import type { ShipTo } from '../../identity/location/address.ts'

/** Where a store is; both texts are empty where they are unknown. */
export interface StoreCity {
  city: string
  /** The code of the state. */
  state: string
}

/**
 * Says where the tires of an order with mounting go, e.g. `We ship the tires to you; bring them to our store in Chicago.`, and warns a
 * shopper whose tires go to a state without a store.
 */
export function formatMountingNote(
  stores: readonly StoreCity[],
  shipTo: Pick<ShipTo, 'regionCode' | 'postcode'> | null = null,
): string {
  const names = [...new Set(stores.map(({ city }) => city).filter(Boolean))]
  const last = names.pop()
  const where = last === undefined ? '' : ` in ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last}`
  const states = stores.map(({ state }) => state).filter(Boolean)
  const { regionCode, postcode } = shipTo ?? {}
  const isElsewhere = regionCode && postcode && states.length > 0 && !states.includes(regionCode)
  return `We ship the tires to you; bring them to ${stores.length > 1 ? 'one of our stores' : 'our store'}${where}.${
    isElsewhere ? ` Your tires go to ${postcode}, so check the distance first.` : ''
  }`
}
