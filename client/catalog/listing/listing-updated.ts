/**
 * Told on the document when a listing was exchanged; anyone who marks or counts cards does it with the new ones. Apart from
 * the exchange itself, which pages without a listing never fetch.
 */
export const LISTING_UPDATED = 'listing:swapped'
