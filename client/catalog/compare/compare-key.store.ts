/** Key of the stored comparison, for code on every page; compare.store.ts reads it. */
export const COMPARE_KEY = 'compare'
