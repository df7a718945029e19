/** The data of a cart for the pages of the shop: read in-process for the first paint, over /api/ext later. */

import type { CartLineView, CartView, SavedLineView } from '../../schema/cart/cart.api.ts'
import { type Cart, type CartLine, emptyCart, isAllVirtual, tireCount } from '../../schema/cart/cart.ts'
import { formatLineCount, formatStockLeft, productFacts } from '../../schema/cart/cart-format.ts'
import { couponMinimumMessage } from '../../schema/cart/coupon/coupon.ts'
import { formatMountingNote, type StoreCity } from '../../schema/cart/extras/mounting-note.ts'
import { mixedTireNotes } from '../../schema/cart/mixed-tires.ts'
import { countReservedTires, lineLimit, type OrderTires } from '../../schema/cart/order-size.ts'
import { computeTotals } from '../../schema/cart/totals/totals.ts'
import { formatWarranty } from '../../schema/cart/warranty.ts'
import { formatInstallmentOffer } from '../../schema/catalog/price/installment-offer.ts'
import { finalPrice } from '../../schema/catalog/price/price.ts'
import { stockDemand, tiresPerUnit } from '../../schema/catalog/product/line-component.ts'
import { maxUnits } from '../../schema/catalog/product/max-units.ts'
import { isShipped, type Product, type Tire } from '../../schema/catalog/product/product.ts'
import {
  lineStockError,
  type Pools,
  unitsForLine,
  withReservedStock,
} from '../../schema/catalog/product/stock.ts'
import { setSuffix } from '../../schema/catalog/product/variant.ts'
import {
  conditionLabel,
  dotDate,
  productTitle,
  seasonLabel,
  sizeAndIndex,
} from '../../schema/catalog/sizes/tire-text.ts'
import { fittingTire } from '../../schema/catalog/vehicle/fitment.ts'
import { zipMessage } from '../../schema/identity/location/delivery-area.ts'
import { productHref } from '../../schema/paths.ts'
import { formatQuantity } from '../../schema/platform/count.ts'
import { arrivalDate, formatDay } from '../../schema/platform/shop-calendar.ts'
import { productPicture } from '../catalog/images/product-picture.ts'
import { findProducts, findStock } from '../catalog/product/product.sql.ts'
import { expressProviders, installmentLimits, orderTires } from '../config.ts'
import type { Env } from '../env.ts'
import { storeCities } from '../identity/location/physical-stores.ts'
import { resolveZip } from '../identity/location/resolve-zip.ts'
import { cartKey } from '../identity/session/cart-id.ts'
import { knownClosedDays } from '../platform/cache/change-feed.ts'
import { findCartOffers, NO_OFFERS } from './extras/cart-offers.ts'
import { findNearestTire } from './extras/nearest-tire.sql.ts'
import { findSavedLines, type SavedLine } from './saved/saved-line.sql.ts'
import { findTotalsContext } from './totals/totals-context.sql.ts'

/**
 * Returns the cart of a verified quote id, or an empty cart when none exists or an order has closed it. Prices are the
 * prices in the cart; stock is current.
 */
export async function readCartView(env: Env, quoteId: string | null, now: number): Promise<CartView> {
  if (quoteId === null) return cartView(env, toOpenCart(null, now), false, now)
  const [stored, saved] = await Promise.all([
    env.CART.getByName(quoteId).readCheckout(),
    findSavedLines(env.DB, quoteId),
  ])
  return cartView(env, toOpenCart(stored.cart, now), stored.pending !== null, now, { saved, hasOffers: true })
}

/**
 * Returns the data of a cart that pages show. With `hasReservation` an order of this cart waits for its payment, so its
 * reserved units are available to this shopper. Only the pages of the cart show what it offers and what is saved for later.
 */
export async function cartView(
  env: Env,
  cart: Cart,
  hasReservation: boolean,
  now: number,
  { saved, hasOffers }: { saved: readonly SavedLine[]; hasOffers: boolean } = { saved: [], hasOffers: false },
): Promise<CartView> {
  const skus = [
    ...cart.lines.flatMap(({ sku, parts }) => [sku, ...parts.map((part) => part.sku)]),
    ...saved.map(({ sku }) => sku),
  ]
  const [products, found, context, zip, offers, stores] = await Promise.all([
    findProducts(env.DB, [...new Set(skus)]),
    findStock(env.DB, [...new Set(cart.lines.flatMap(({ parts }) => [...stockDemand({ parts }).keys()]))]),
    findTotalsContext(env.DB, cart),
    resolveZip(env.DB, cart.shipTo),
    hasOffers ? findCartOffers(env.DB, cart, now) : NO_OFFERS,
    cart.mounting ? storeCities(env.DB) : [],
  ])
  const totals = computeTotals(cart, context)
  const tires = cart.lines.map((line) => lineTires(line, products))
  const mixed = mixedTireNotes(tires)
  const stock = hasReservation ? withReservedStock(found, cart.lines) : found
  const online = orderTires(env)
  return {
    // Empty for a cart that is not stored: a new cart, or the empty cart shown after an order.
    key: cart.quoteId === '' ? '' : cartKey(cart.quoteId),
    version: cart.version,
    lines: await Promise.all(
      cart.lines.map(async (line, at) => {
        const shown = lineView(line, cart, products, stock, online)
        const sold = shown.problem === null ? null : (products.get(line.sku) ?? null)
        const instead = sold?.tire ? await insteadOf(env.DB, sold, { line, cart, now }) : null
        return { ...shown, service: serviceView(line, stores, cart.shipTo), mixed: mixed[at] ?? [], instead }
      }),
    ),
    tires: tireCount(cart),
    totals,
    couponShort: couponMinimumMessage(cart.coupon, totals.subtotal),
    zip: cart.shipTo?.postcode ?? null,
    zipProblem: zipMessage(zip.check),
    allVirtual: isAllVirtual(cart),
    arrives:
      cart.shipTo?.postcode && zip.check !== 'invalid' && cart.lines.some(({ type }) => isShipped(type))
        ? formatDay(arrivalDate(now, knownClosedDays()))
        : null,
    warranty: formatWarranty(tires.flat().map(({ tire }) => tire.condition)),
    offers,
    saved: saved.flatMap((line) => savedView(line, products, now)),
    express: isAllVirtual(cart) || totals.grandTotal === 0 ? null : expressProviders(env),
    overTime: formatInstallmentOffer(totals.grandTotal, installmentLimits(env)),
  }
}

type Products = ReadonlyMap<string, Product>

/** Returns the tires of a line with their count in the whole line. */
function lineTires(line: CartLine, products: Products): { tire: Tire; count: number }[] {
  return line.parts.flatMap(({ sku, qty, setqty }) => {
    const tire = products.get(sku)?.tire
    return tire ? [{ tire, count: line.qty * qty * setqty }] : []
  })
}

function lineView(
  line: CartLine,
  cart: Cart,
  products: Products,
  stock: Pools,
  online: OrderTires,
): Omit<CartLineView, 'service' | 'mixed' | 'instead'> {
  const { itemId, sku, parentSku, type, qty, setqty, unitPrice, choices } = line
  const product = products.get(sku)
  const parts = line.parts.map((part) => products.get(part.sku))
  // A product that left the catalog, or has a part that did, cannot be ordered any more.
  const pools: Pools = product && parts.every(Boolean) ? stock : new Map()
  const own = product?.tire ?? null
  const drawn = own ? product : (parts.find((part) => part?.tire) ?? product)
  const left = unitsForLine(line, cart.lines, pools)
  const otherTires = countReservedTires(cart.lines) - countReservedTires([line])
  const most = maxUnits(left, tiresPerUnit(line), lineLimit(online, otherTires))
  return {
    itemId,
    sku,
    parentSku,
    type,
    qty,
    setqty,
    unitPrice,
    choices,
    tires: tiresPerUnit(line),
    fitting: lineTires(line, products).map(({ tire }) => fittingTire(tire)),
    title: product ? productTitle(product) : line.name,
    rowTotal: unitPrice * qty,
    href: productHref({ sku, parentSku, slug: product?.slug ?? '' }),
    picture: drawn ? productPicture(drawn) : null,
    facts: product ? productFacts(product) : '',
    tire: own && {
      label: `${sizeAndIndex(own)}${setSuffix(setqty)}`,
      detail: formatDetail(own),
      treadDepth: own.treadDepth,
      treadNew: own.treadNew,
    },
    left: formatStockLeft(left, setqty),
    most: { ...most, max: Math.max(qty, most.max) },
    problem: lineStockError(line, cart.lines, pools),
  }
}

/** Returns the service of a line, `null` for another line; `stores` are those that mount. */
function serviceView(
  { service, serviceTires = 0, qty }: CartLine,
  stores: readonly StoreCity[],
  shipTo: Cart['shipTo'],
): CartLineView['service'] {
  if (!service) return null
  const tires = serviceTires * qty
  const count = formatQuantity(tires, 'tire')
  const note =
    service === 'plan'
      ? `Covers ${count} for one year.`
      : `Mounting and balancing of ${count}. ${formatMountingNote(stores, shipTo)} You’ll pick the time right after you order.`
  return { kind: service, tires, note }
}

/** Returns the nearest tire in stock for a sold line. */
async function insteadOf(
  db: D1Database,
  sold: Product,
  { line, cart, now }: { line: CartLine; cart: Cart; now: number },
): Promise<CartLineView['instead']> {
  const exceptStockSkus = cart.lines.flatMap(({ parts }) => parts.map(({ stockSku }) => stockSku))
  const found = await findNearestTire(db, sold, { qty: line.qty, exceptStockSkus, now })
  if (!found?.tire) return null
  const { sku, parentSku, slug, setqty, tire } = found
  return {
    sku,
    title: productTitle(found),
    detail: `${sizeAndIndex(tire)}${setSuffix(setqty)}. ${formatDetail(tire)}, ${tire.treadDepth}/32 in`,
    href: productHref({ sku, parentSku, slug }),
    rowTotal: finalPrice(found, now) * line.qty,
  }
}

/** Returns a saved line; none for a product that left the catalog. */
function savedView(line: SavedLine, products: Products, now: number): SavedLineView[] {
  const product = products.get(line.sku)
  if (!product) return []
  const { sku, parentSku, slug, setqty } = product
  const facts = productFacts(product)
  const hasChoices = line.option !== null && !line.option.extension_attributes.configurable_item_options
  return [
    {
      id: line.id,
      title: productTitle(product),
      facts,
      href: productHref({ sku, parentSku, slug }),
      picture: productPicture(product)?.src ?? null,
      count: formatLineCount({ facts, qty: line.qty, setqty }),
      price: hasChoices ? null : finalPrice(product, now) * line.qty,
    },
  ]
}

/** Formats `Used, summer, DOT 2419`. */
function formatDetail({ condition, season, dot }: Tire): string {
  const made = dotDate(dot) && `DOT ${dot?.slice(-4)}`
  return [conditionLabel(condition), seasonLabel(season).toLowerCase(), made].filter(Boolean).join(', ')
}

/** Returns the cart if it is open, else an empty cart. */
export function toOpenCart(cart: Cart | null, now: number): Cart {
  return cart !== null && cart.orderNumber === null ? cart : emptyCart('', { now })
}
