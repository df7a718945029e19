/**
 * Purchase units of PayPal's Orders v2 (E9): items, breakdown and amount. PayPal refuses sums that differ by
 * a cent: `item_total` is the sum of the items, and the amount is items plus shipping plus tax minus the
 * discount. State fees are items, so that PayPal shows each fee to the shopper.
 */

import type { CartLine } from '../cart/cart.ts'
import type { Totals } from '../cart/totals/totals.ts'
import type { ApiAddress } from '../identity/location/address.ts'
import { normalizePhone } from '../platform/forms/field.ts'
import { type Cents, CURRENCY } from '../platform/money.ts'

/** The exact text is required (G10). The shop's own return window is longer. */
export const WALLET_RETURNS_NOTE = 'returns for unused items in packaging 60 days after you order'

/** The maximum length of a name or SKU at PayPal. */
const TEXT_MAX = 127

/** An amount in PayPal's format: dollars as text with two decimals. */
interface WalletMoney {
  currency_code: string
  value: string
}

interface PurchaseItem {
  name: string
  unit_amount: WalletMoney
  quantity: string
  sku: string
  category: 'PHYSICAL_GOODS'
}

interface PurchaseShipping {
  name: { full_name: string }
  phone_number?: { country_code: string; national_number: string }
  address: {
    address_line_1: string
    address_line_2?: string
    /** City and state. */
    admin_area_2: string
    admin_area_1: string
    postal_code: string
    country_code: string
  }
}

export interface PurchaseUnit {
  reference_id: string
  description: string
  /** The order number. PayPal captures at most one payment for one `invoice_id`. */
  custom_id?: string
  invoice_id?: string
  items: PurchaseItem[]
  amount: WalletMoney & {
    breakdown: {
      item_total: WalletMoney
      shipping: WalletMoney
      discount: WalletMoney
      tax_total: WalletMoney
      handling?: WalletMoney
    }
  }
  shipping?: PurchaseShipping
}

type PurchaseLine = Pick<CartLine, 'name' | 'sku' | 'qty' | 'unitPrice'>

type PurchaseTotals = Pick<Totals, 'subtotal' | 'discount' | 'shipping' | 'tax' | 'fees' | 'grandTotal'>

/** Returns the amount with state fees as `handling`, for a page of PayPal that updates amounts but not items. */
export function amountWithHandling(totals: PurchaseTotals): PurchaseUnit['amount'] {
  const fees = sumFees(totals)
  return {
    ...walletMoney(totals.grandTotal),
    breakdown: {
      item_total: walletMoney(totals.subtotal),
      shipping: walletMoney(totals.shipping),
      handling: walletMoney(fees),
      discount: walletMoney(-totals.discount),
      tax_total: walletMoney(totals.tax),
    },
  }
}

function sumFees({ fees }: PurchaseTotals): Cents {
  return fees.reduce((sum, fee) => sum + fee.amount, 0)
}

/**
 * Builds the purchase unit of a cart or an order. `orderNumber` and `address` are `null` while unknown. `feesAs`: the
 * fees are items, or the `handling` of `amountWithHandling`.
 */
export function purchaseUnit(sale: {
  referenceId: string
  orderNumber: string | null
  lines: readonly PurchaseLine[]
  totals: PurchaseTotals
  address: ApiAddress | null
  feesAs?: 'items' | 'handling'
}): PurchaseUnit {
  const { referenceId, orderNumber, lines, totals, address, feesAs = 'items' } = sale
  const hasFeeItems = feesAs === 'items'
  const fees = sumFees(totals)
  return {
    reference_id: referenceId,
    description: WALLET_RETURNS_NOTE,
    ...(orderNumber === null ? {} : { custom_id: orderNumber, invoice_id: orderNumber }),
    items: [
      ...lines.map(({ name, sku, qty, unitPrice }) => toItem(name, sku, qty, unitPrice)),
      ...(hasFeeItems ? totals.fees.map(({ code, title, amount }) => toItem(title, code, 1, amount)) : []),
    ],
    amount: hasFeeItems
      ? {
          ...walletMoney(totals.grandTotal),
          breakdown: {
            item_total: walletMoney(totals.subtotal + fees),
            shipping: walletMoney(totals.shipping),
            discount: walletMoney(-totals.discount),
            // Prices of this shop exclude tax (totals.ts).
            tax_total: walletMoney(totals.tax),
          },
        }
      : amountWithHandling(totals),
    ...(address ? { shipping: toShipping(address) } : {}),
  }
}

/** Formats `54550` as `{ currency_code: 'USD', value: '545.50' }`. */
export function walletMoney(cents: Cents): WalletMoney {
  const whole = Math.abs(cents)
  const value = `${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
  return { currency_code: CURRENCY, value: cents < 0 ? `-${value}` : value }
}

/** Parses an amount in US dollars with at most two decimals to cents; `null` for any other text. */
export function walletCents(value: string): Cents | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(value)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/** Returns whether two purchase units have the same items and prices, fees aside. */
export function isSamePurchase(
  items: readonly Pick<PurchaseItem, 'sku' | 'quantity' | 'unit_amount'>[],
  unit: PurchaseUnit,
  feeCodes: readonly string[],
): boolean {
  const serialize = (list: typeof items) =>
    list
      .filter(({ sku }) => !feeCodes.includes(sku))
      .map(({ sku, quantity, unit_amount: { value } }) => JSON.stringify([sku, quantity, walletCents(value)]))
      .sort()
      .join()
  return serialize(items) === serialize(unit.items)
}

function toItem(name: string, sku: string, qty: number, unitPrice: Cents): PurchaseItem {
  return {
    name: name.slice(0, TEXT_MAX),
    unit_amount: walletMoney(unitPrice),
    quantity: String(qty),
    sku: sku.slice(0, TEXT_MAX),
    category: 'PHYSICAL_GOODS',
  }
}

function toShipping(address: ApiAddress): PurchaseShipping {
  const [line1 = '', line2 = ''] = address.street
  const phone = normalizePhone(address.telephone)
  return {
    name: { full_name: `${address.firstname} ${address.lastname}`.trim() },
    ...(/^\d{10}$/.test(phone) ? { phone_number: { country_code: '1', national_number: phone } } : {}),
    address: {
      address_line_1: line1,
      ...(line2 === '' ? {} : { address_line_2: line2 }),
      admin_area_2: address.city,
      admin_area_1: address.regionCode,
      postal_code: address.postcode,
      country_code: address.countryId,
    },
  }
}
