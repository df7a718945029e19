/** The CSV file with which a carrier's program makes labels (H14o): a row for each parcel. */
import { overallDiameter, parseTireSize, widthInches } from '../../catalog/sizes/tire-size.ts'
import type { ApiAddress } from '../../identity/location/address.ts'
import type { ParcelContents } from '../../orders/parcels/parcel-lines.ts'
import { guardFormula } from '../csv/csv-cell.ts'

/** A packed parcel in the yard. */
export interface WaitingParcel {
  orderNumber: string
  number: number
  /** Parcels of the order. */
  parcels: number
  carrier: string | null
  trackingNumber: string | null
  /** Pounds. */
  weight: number | null
  contents: ParcelContents
  /** Tire sizes by stock pool. */
  sizes: Readonly<Record<string, string | null>>
  address: ApiAddress | null
  /** When the parcel was in such a file last, in milliseconds. */
  filedAt: number | null
}

/** Inches. */
interface ParcelSize {
  length: number
  width: number
  height: number
}

/** Returns the outside of tires that are strapped one on the other, in full inches; `null` if a size is unknown. */
export function parcelSize({
  contents,
  sizes,
}: Pick<WaitingParcel, 'contents' | 'sizes'>): ParcelSize | null {
  let across = 0
  let height = 0
  for (const [sku, tires] of Object.entries(contents)) {
    const size = parseTireSize(sizes[sku] ?? '')
    if (!size) return null
    across = Math.max(across, overallDiameter(size))
    height += tires * widthInches(size)
  }
  if (height === 0) return null
  return { length: Math.ceil(across), width: Math.ceil(across), height: Math.ceil(height) }
}

interface CarrierColumn {
  name: string
  /** What the column has, for the people who map it in the carrier's program. */
  about: string
  read(parcel: WaitingParcel, size: ParcelSize | null): string | number | null | undefined
}

const street = ({ address }: WaitingParcel, from: number, to?: number) =>
  address?.street.filter(Boolean).slice(from, to).join(', ')

export const CARRIER_COLUMNS: readonly CarrierColumn[] = [
  {
    name: 'reference',
    about: 'Order and parcel. It comes back with the tracking number.',
    read: (parcel) => `${parcel.orderNumber}.${parcel.number}`,
  },
  { name: 'order', about: 'Order number', read: ({ orderNumber }) => orderNumber },
  { name: 'parcel', about: 'Number of the parcel in its order', read: ({ number }) => number },
  { name: 'parcels', about: 'Parcels of the order', read: ({ parcels }) => parcels },
  {
    name: 'name',
    about: 'Who gets it',
    read: ({ address }) => address && `${address.firstname} ${address.lastname}`.trim(),
  },
  { name: 'company', about: 'Company, if any', read: ({ address }) => address?.company },
  { name: 'street1', about: 'Street', read: (parcel) => street(parcel, 0, 1) },
  { name: 'street2', about: 'Apartment or suite', read: (parcel) => street(parcel, 1) },
  { name: 'city', about: 'City', read: ({ address }) => address?.city },
  { name: 'state', about: 'State, two letters', read: ({ address }) => address?.regionCode },
  { name: 'zip', about: 'ZIP Code', read: ({ address }) => address?.postcode },
  { name: 'country', about: 'Country, two letters', read: ({ address }) => address?.countryId },
  { name: 'phone', about: 'Digits only', read: ({ address }) => address?.telephone.replace(/\D/g, '') },
  { name: 'weight_lb', about: 'Pounds, if it was typed at packing', read: ({ weight }) => weight },
  { name: 'length_in', about: 'Inches, from the tire size', read: (_, size) => size?.length },
  { name: 'width_in', about: 'Inches', read: (_, size) => size?.width },
  { name: 'height_in', about: 'Inches, all tires of the parcel together', read: (_, size) => size?.height },
  {
    name: 'contents',
    about: 'Tires and their numbers',
    read: ({ contents }) =>
      Object.entries(contents)
        .map(([sku, tires]) => `${tires} x ${sku}`)
        .join(', '),
  },
]

/** Returns the cells of a parcel in the order of the columns. */
export function carrierRow(parcel: WaitingParcel): string[] {
  const size = parcelSize(parcel)
  return CARRIER_COLUMNS.map(({ read }) => guardFormula(String(read(parcel, size) ?? '')))
}
