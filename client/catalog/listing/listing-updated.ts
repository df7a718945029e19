/**
 * Dispatched on the document when a listing was swapped, for scripts that mark or count cards. A file of its own, so that
 * pages without a listing do not load the code of the swap.
 */
export const LISTING_UPDATED = 'listing:swapped'
