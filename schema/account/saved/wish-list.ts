/** The wish list and what was looked at last: products by sku, each once, the newest first. */

/** More than anybody compares by eye; a list from a browser may hold anything. */
export const WISH_LIST_MAX = 100
/** The most recently viewed products that are stored. */
export const RECENTLY_VIEWED_MAX = 24

/** Adds at the front; ignored if the sku is already there. */
export function addWishListItem(list: readonly string[], sku: string): readonly string[] {
  return list.includes(sku) ? list : [sku, ...list].slice(0, WISH_LIST_MAX)
}

export function removeWishListItem(list: readonly string[], sku: string): readonly string[] {
  return list.includes(sku) ? list.filter((one) => one !== sku) : list
}

/** A guest's list and a customer's become one at the sign-in; what the guest has just chosen comes first. */
export function mergeWishLists(guest: readonly string[], customer: readonly string[]): readonly string[] {
  return [...new Set([...guest, ...customer])].slice(0, WISH_LIST_MAX)
}

/** The one that is looked at now moves to the front. */
export function addRecentlyViewed(list: readonly string[], sku: string): readonly string[] {
  return [sku, ...list.filter((one) => one !== sku)].slice(0, RECENTLY_VIEWED_MAX)
}
