/**
 * Published on the document when a listing was exchanged, for code that marks or counts cards. Apart from the exchange
 * itself, which pages without a listing never fetch.
 */
export const LISTING_UPDATED = 'listing:swapped'
