/**
 * Parts of a product (C8): bundle options, group members, custom options, downloads. Parts have the price and stock of
 * their linked products.
 */
import type { Cents } from '../../platform/money.ts'
import type { Offer } from './product.ts'

/** A product for a slot of a bundle. */
export interface BundleLink {
  id: number
  sku: string
  /** Units of the product in one bundle. */
  qty: number
  isDefault: boolean
  /** The linked product, which may be a variant; `variants` is empty. */
  offer: Offer
}

/** A slot of a bundle, such as "Tires, set of four"; the buyer chooses one link. */
export interface BundleOption {
  optionId: number
  title: string
  required: boolean
  links: BundleLink[]
}

/** A member of a grouped product; `qty` is the default quantity. */
export interface GroupedMember {
  sku: string
  qty: number
  offer: Offer
}

export interface CustomOptionValue {
  optionTypeId: number
  title: string
  /** Surcharge per unit. */
  price: Cents
}

/** Largest number of characters of a text option. */
export const OPTION_TEXT_MAX = 200

/** A custom option: the buyer chooses one of `values`, or types a text for a `field`. */
export interface CustomOption {
  optionId: number
  title: string
  kind: 'drop_down' | 'field'
  required: boolean
  values: CustomOptionValue[]
}

interface DownloadLink {
  id: number
  title: string
}

export interface Parts {
  bundle: BundleOption[]
  associated: GroupedMember[]
  customOptions: CustomOption[]
  links: DownloadLink[]
}

/** Parts of a product without any. */
export const EMPTY_PARTS: Parts = { bundle: [], associated: [], customOptions: [], links: [] }

/** The catalog's data of one sku: the offer, its parts and its custom options. */
export interface OfferWithParts {
  offer: Offer
  parts: Parts
}
