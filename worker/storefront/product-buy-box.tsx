/** The buy box of a product page for all six product types, and the note of a sold-out product. */

import BuyBox, { type BuyBoxProps } from '../../client/cart/buying/buy-box.island.tsx'
import { Island } from '../../client/platform/islands/island.tsx'
import { Alert } from '../../client/platform/ui/alert.tsx'
import type { InstallmentLimits } from '../../schema/catalog/price/installment-offer.ts'
import type { LineLimit } from '../../schema/catalog/product/max-units.ts'
import { isShipped, type Offer, type Product } from '../../schema/catalog/product/product.ts'
import type { Parts } from '../../schema/catalog/product/product-parts.ts'
import { bundleSlots, buyUnits, memberChoices } from '../../schema/catalog/product/product-selection.ts'
import {
  availableVariants,
  NO_CONFIGURATION,
  NO_VARIANTS,
  sellableUnits,
  unitLabel,
  variantOptions,
} from '../../schema/catalog/product/variant.ts'
import { sizeHref } from '../../schema/catalog/sizes/tire-size.ts'
import { productTitle } from '../../schema/catalog/sizes/tire-text.ts'
import { stockAlertOfSoldTire } from '../../schema/catalog/stock-alerts/stock-alert.ts'
import { type FittingTire, fittingTire } from '../../schema/catalog/vehicle/fitment.ts'
import { productHref } from '../../schema/paths.ts'
import { formatQuantity } from '../../schema/platform/count.ts'
import { arrivalDate, formatDay, shopDay } from '../../schema/platform/shop-calendar.ts'
import { StockAlertButton } from '../catalog/stock-alerts/stock-alert-button.tsx'
import { knownClosedDays } from '../platform/cache/change-feed.ts'

/** Returns the address of a variant; its form depends on the shop's configuration. */
export type ChildHref = (childSku: string) => string

interface BuyBoxSectionProps {
  offer: Offer
  parts: Parts
  /** The preselected unit; `null` when the product is sold out. */
  unit: Product | null
  /** False when `unit` is only the best match for the variant in the address. */
  exact: boolean
  childHref: ChildHref
  installments: readonly InstallmentLimits[]
  lineLimit: LineLimit
  /** Set for a service for all tires of the cart, with the tires that one unit is for. */
  service: { tires: number } | null
  now: number
}

/** Renders the buy box, or the note that the product is sold out. */
export function BuyBoxSection({
  offer,
  parts,
  unit,
  exact,
  childHref,
  installments,
  lineLimit,
  service,
  now,
}: BuyBoxSectionProps) {
  const { product } = offer
  if (!unit) return <SoldOut product={product} />
  const day = formatDay(arrivalDate(now, knownClosedDays()))
  return (
    <>
      {exact ? null : <Alert>{NO_CONFIGURATION}</Alert>}
      <Island<BuyBoxProps>
        name="buy-box"
        when="interaction"
        component={BuyBox}
        props={{
          ...toSelection(offer, parts, childHref, now),
          name: productTitle(product),
          sku: product.sku,
          type: product.type,
          chosen: unit.sku,
          tire: product.tire !== null,
          until: unit.specialTo === null ? null : formatDay(Date.parse(shopDay(unit.specialTo))),
          by: isShipped(product.type) ? `by ${day}` : null,
          overTime: installments,
          // A service has no quantity: it follows the tires.
          lineLimit: service ? { tires: 1, message: '' } : lineLimit,
          service: service && {
            add: 'Add for all tires in your cart',
            unit: service.tires === 1 ? 'per tire' : `for ${formatQuantity(service.tires, 'tire')}`,
          },
        }}
      />
      {/* Filled for the saved car; outside of the island, whose elements belong to React. */}
      <p className="buy-fit t-14" data-buy-fit="" />
    </>
  )
}

function toSelection(offer: Offer, parts: Parts, childHref: ChildHref, now: number) {
  const units = buyUnits(offer, now).map((unit) => ({
    ...unit,
    href: unit.sku === offer.product.sku ? productHref(offer.product) : childHref(unit.sku),
  }))
  const members = memberChoices(parts, offer.product.name, now).flatMap((member) => {
    const part = parts.associated.find(({ sku }) => sku === member.sku)
    return part ? [{ ...member, href: productHref(part.offer.product) }] : []
  })
  return {
    units,
    // Sets are chosen in rows of their own.
    options: variantOptions(availableVariants(offer)).filter(({ code }) => code !== 'sets'),
    slots: bundleSlots(parts, now),
    members,
    questions: parts.customOptions,
    tires: choosableTires(offer, parts),
  }
}

/** Returns each tire that the form can add, by the field that chooses it (chosen-tires.ts). */
function choosableTires(offer: Offer, { bundle, associated }: Parts): Record<string, FittingTire> {
  const fields = [
    ...sellableUnits(offer).map((unit) => [`sku=${unit.sku}`, unit.tire ?? offer.product.tire] as const),
    ...bundle.flatMap(({ optionId, links }) =>
      links.map(({ id, offer: { product } }) => [`bundle_option[${optionId}]=${id}`, product.tire] as const),
    ),
    ...associated.map(({ sku, offer: { product } }) => [`super_group[${sku}]`, product.tire] as const),
  ]
  return Object.fromEntries(fields.flatMap(([field, tire]) => (tire ? [[field, fittingTire(tire)]] : [])))
}

function SoldOut({ product }: { product: Product }) {
  const { tire, type } = product
  return (
    <div className="product-sold">
      <p>
        <strong>Sold.</strong>{' '}
        {tire ? 'This one’s gone. The closest matches are below.' : 'There are none left.'}
      </p>
      {type === 'configurable' ? <p className="quiet t-14">{NO_VARIANTS}.</p> : null}
      <button type="button" className="button big wide" disabled>
        Sold
      </button>
      {tire ? (
        <p className="t-14">
          <a href={sizeHref(tire.size)}>All tires in {tire.size}</a>
        </p>
      ) : null}
      {tire ? <StockAlertButton {...stockAlertOfSoldTire(tire)} /> : null}
    </div>
  )
}

/** Renders a note for a set that is not sold as single tires. */
export function SoldAs({ product: { kind, setqty } }: { product: Product }) {
  if (kind === 'SimpleProduct' || setqty === 1) return null
  const isEqualSet = kind === 'SETSKU2' || kind === 'SETSKU4'
  return (
    <p className="product-sold-as t-14">
      Sold as a {unitLabel(setqty).toLowerCase()}. {isEqualSet ? 'The tires match.' : 'Every tire measured.'}
    </p>
  )
}
