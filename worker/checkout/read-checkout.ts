/** The data of the checkout page: read in-process for the first paint, over /api/ext later. */

import { chooseMethod, shippingKey, shippingMethods } from '../../schema/cart/totals/shipping.ts'
import type { CheckoutView } from '../../schema/checkout/checkout.api.ts'
import { type AccountRequest, currentStep, emptyDraft, NO_ACCOUNT } from '../../schema/checkout/checkout.ts'
import { emptyPayment } from '../../schema/checkout/checkout-details.ts'
import { prefillDestination, prefillDraft, toAddressDetails } from '../../schema/checkout/checkout-prefill.ts'
import type { UsRegion } from '../../schema/identity/location/address.ts'
import type { Customer } from '../../schema/identity/sign-in/customer.ts'
import { paymentMethodsFor } from '../../schema/orders/payment.ts'
import { paymentMethodDetail } from '../../schema/orders/payment-format.ts'
import { arrivalDate, formatDay } from '../../schema/platform/shop-calendar.ts'
import { cartView, toOpenCart } from '../cart/read-cart.ts'
import { enabledMethods, parseConfig } from '../config.ts'
import type { Env } from '../env.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { resolveZip } from '../identity/location/resolve-zip.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import { knownClosedDays } from '../platform/cache/change-feed.ts'
import { skipKnownSteps } from './skip-known-steps.ts'

/**
 * Reads all data of the checkout page, with the draft of the plain forms. For a signed-in customer, empty fields are
 * filled from the account.
 */
export async function readCheckoutView(
  env: Env,
  quoteId: string | null,
  now: number,
  customerId: number | null = null,
): Promise<CheckoutView> {
  const stored = quoteId === null ? null : await readStored(env, quoteId, now, customerId)
  const pending = stored?.pending ?? null
  const cart = toOpenCart(stored?.cart ?? null, now)
  // The draft of an ordered cart is used too, because its fields may be useful for the next order.
  const typed = stored?.draft ?? emptyDraft()
  const [view, regions, customer, { place }] = await Promise.all([
    cartView(env, cart, pending !== null, now),
    allRegions(env.DB),
    customerId === null ? null : readCustomer(env.DB, customerId),
    resolveZip(env.DB, cart.shipTo),
  ])
  const known = customer ? prefillDraft(typed, customer, regions) : typed
  const region = place && regions.find(({ code }) => code === place.state)
  const draft = region
    ? prefillDestination(known, {
        ...{ zipCode: cart.shipTo?.postcode ?? '', city: place.city },
        ...{ state: region.name, regionId: region.id },
      })
    : known
  const shipping = shippingMethods(view.allVirtual)
  const card = cardOf(env)
  const payment = paymentMethodsFor({
    allVirtual: view.allVirtual,
    offered: enabledMethods(env),
    total: view.totals.grandTotal,
  })
  const chosenShipping = chooseMethod(
    shipping,
    (method) => shippingKey(method) === draft.shipping.shippingMethod,
  )
  const chosenPayment = chooseMethod(payment, (method) => method.code === draft.payment.paymentMethod)
  return {
    cart: view,
    ordered: (stored?.cart?.orderNumber ?? null) !== null,
    personal: draft.personal,
    addresses: savedAddresses(customer, regions),
    account: customer ? null : accountView(draft.account ?? NO_ACCOUNT),
    shipping: { ...draft.shipping, shippingMethod: chosenShipping ? shippingKey(chosenShipping) : '' },
    payment: { ...emptyPayment(), ...draft.payment, paymentMethod: chosenPayment?.code ?? '' },
    step: currentStep(draft.steps),
    errors: draft.errors,
    notice: draft.notice,
    shippingMethods: shipping.map((method) => ({
      carrierCode: method.carrierCode,
      methodCode: method.methodCode,
      title: method.methodTitle,
      price: method.price,
      default: method.default,
      promise: `Arrives ${formatDay(arrivalDate(now, knownClosedDays()))}`,
    })),
    paymentMethods: payment.map((method) => ({
      ...method,
      detail: paymentMethodDetail(method.code, view.totals.grandTotal),
    })),
    regions: [...regions].sort((a, b) => Number(b.allowed) - Number(a.allowed)),
    card,
    pending,
  }
}

/** Reads the cart with its draft. A customer's first visit skips the steps that the account answers. */
async function readStored(env: Env, quoteId: string, now: number, customerId: number | null) {
  const stored = await env.CART.getByName(quoteId).readCheckout()
  const isBegun = (stored.draft?.modifiedAt ?? 0) > 0 || stored.pending !== null
  const cart = toOpenCart(stored.cart, now)
  if (customerId === null || isBegun || cart.lines.length === 0) return stored
  const isSkipped = await skipKnownSteps(env, { quoteId, cart, draft: stored.draft }, customerId, now)
  return isSkipped ? env.CART.getByName(quoteId).readCheckout() : stored
}

function savedAddresses(customer: Customer | null, regions: readonly UsRegion[]): CheckoutView['addresses'] {
  const addresses = customer?.addresses ?? []
  return [...addresses]
    .sort((a, b) => Number(b.defaultShipping) - Number(a.defaultShipping))
    .map((address) => ({ id: address.id, ...toAddressDetails(address, regions) }))
}

function cardOf(env: Env): CheckoutView['card'] {
  const parsed = parseConfig(env)
  const card = parsed.ok ? parsed.config.card : null
  return card && { publishableKey: card.publishableKey, scriptUrl: card.scriptUrl }
}

/** Returns the account request; a draft of an earlier release has no `hasPassword`. */
function accountView({ createAccount, hasPassword = false }: Partial<AccountRequest>) {
  return { createAccount: createAccount ?? false, hasPassword }
}
