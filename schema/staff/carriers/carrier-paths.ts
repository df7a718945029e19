/** Addresses of the files for carriers' programs (H14o). */
export const CARRIER_PATHS = {
  page: '/staff/carriers',
  /** The CSV file of parcels, named by `?parcel=`. */
  parcels: '/staff/carriers/parcels',
  /** Takes a file with tracking numbers. */
  upload: '/staff/carriers/upload',
  /** Sends the parcels of such a file. */
  form: '/staff/carriers/form',
} as const

/** Returns the address of a file with tracking numbers. */
export function trackingFileHref(id: number | string): string {
  return `${CARRIER_PATHS.page}/${id}`
}
