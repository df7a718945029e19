/** Key of the stored comparison. A file of its own for scripts of every page; compare.store.ts reads the value. */
export const COMPARE_KEY = 'compare'
