/**
 * Apple Pay and Google Pay by Stripe's Express Checkout Element (H13h). The wallet's sheet shows the server's totals, and
 * the order goes to the server with the wallet's buyer; no amount of this page is trusted.
 */
import type {
  ClickResolveDetails,
  ExpressCheckoutPartialAddress,
  Stripe,
  StripeElements,
  StripeError,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import type { ExpressProviders } from '../../../schema/cart/cart.api.ts'
import type { ExpressOrderBody, ExpressQuote } from '../../../schema/checkout/express/express.api.ts'
import { MAY_BE_ORDERED } from '../../../schema/orders/payment.ts'
import { paths } from '../../../schema/paths.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { openElements } from '../payments/stripe/open-elements.ts'
import { declineMessageFrom } from '../payments/stripe/stripe-elements.ts'
import { type OrderReply, type PlaceOrderResult, sendUntilPlaced } from '../placement/place-order.ts'

/** Longer than the deadline of the server, so that the browser receives its answer. */
const ORDER_TIMEOUT_MS = 20_000
const BUTTON_HEIGHT = 48
const NO_TOKEN_MESSAGE = 'The wallet didn’t share a card. Nothing was charged. Try again or pay another way.'
const TRY_LATER_MESSAGE =
  'We couldn’t place your order. Try again in 2 minutes: we’ll place it once and charge you once.'

export interface WalletButtons {
  /** Sets the cart's total after a change of the cart. */
  setTotal(total: Cents): void
  remove(): void
}

interface Options {
  card: NonNullable<ExpressProviders['card']>
  total: Cents
  /** Called when the buttons are shown, or with `false` when this browser has no wallet. */
  ready: (hasWallet: boolean) => void
  /** Called when Stripe does not show the buttons. */
  failed: () => void
  /** Called with the message of a refusal; an empty message removes the earlier one. */
  say: (message: string) => void
  leave: (href: string) => void
  /** Called with the message of a refusal after which prices or stock on the page are outdated. */
  outdated: (message: string) => void
}

/** Mounts the buttons in `container`. Rejects when the script does not load. */
export async function mountWalletButtons(container: HTMLElement, options: Options): Promise<WalletButtons> {
  const { card, ready, failed, say, leave, outdated } = options
  const { stripe, elements } = await openElements(card, options.total)
  const wallets = elements.create('expressCheckout', {
    buttonHeight: BUTTON_HEIGHT,
    paymentMethods: {
      ...{ applePay: 'auto', googlePay: 'auto', link: 'never' },
      ...{ paypal: 'never', amazonPay: 'never', klarna: 'never' },
    },
    ...{ emailRequired: true, phoneNumberRequired: true, shippingAddressRequired: true },
    allowedShippingCountries: ['US'],
    // The rate that a sheet shows before its first address.
    shippingRates: [{ id: 'pending', displayName: 'Shipping', amount: 0 }],
  })
  let cartTotal = options.total
  let shownTotal = options.total
  // True after an order call without a reply: a cart that is missing later was most likely ordered by that call.
  let mayBeOrdered = false
  const setAmount = (amount: Cents) => {
    shownTotal = amount
    elements.update({ amount })
  }

  wallets.on('ready', ({ availablePaymentMethods }) => ready(availablePaymentMethods !== undefined))
  wallets.on('loaderror', failed)
  wallets.on('click', ({ resolve }) => {
    say('')
    resolve({ lineItems: [{ name: 'Order', amount: shownTotal }] })
  })
  wallets.on('cancel', () => setAmount(cartTotal))
  wallets.on('shippingaddresschange', async ({ address, resolve, reject }) => {
    const quoted = await readQuote(address)
    if (!quoted.ok) {
      if (quoted.code === 404 && mayBeOrdered) return leave(paths.thankYou)
      say(quoted.message)
      return reject()
    }
    say('')
    setAmount(quoted.value.total)
    resolve(toSheet(quoted.value))
  })
  wallets.on('confirm', async (event) => {
    const result = await order(stripe, elements, event, shownTotal)
    if (result.kind === 'placed') return leave(paths.thankYou)
    if (result.kind === 'redirect') return leave(result.href)
    mayBeOrdered ||= result.kind === 'no-answer'
    const message = refusalMessage(result)
    const isAddress = result.kind === 'refused' && result.code === 'address-invalid'
    event.paymentFailed({ reason: isAddress ? 'invalid_shipping_address' : 'fail', message })
    // The checkout shows the wallet's values and the field to change.
    if (isAddress) return leave(paths.checkout)
    if (result.kind === 'refused' && result.isStale) return outdated(message)
    say(message)
  })
  wallets.mount(container)
  return {
    setTotal(total) {
      cartTotal = total
      setAmount(total)
    },
    remove: () => wallets.destroy(),
  }
}

function readQuote({ city, state, postal_code: postalCode, country }: ExpressCheckoutPartialAddress) {
  return callApi<ExpressQuote>('/api/ext/express/quote', {
    destination: { city, state, postalCode, country },
  })
}

function refusalMessage(
  result: Exclude<PlaceOrderResult<ExpressOrderBody>, { kind: 'placed' | 'redirect' }>,
): string {
  if (result.kind === 'try-later') return TRY_LATER_MESSAGE
  return result.kind === 'no-answer' ? `${result.text}. ${MAY_BE_ORDERED}` : result.text
}

function toSheet({ rows, shipping }: ExpressQuote): ClickResolveDetails {
  const { id, title, promise, amount } = shipping
  return {
    lineItems: rows,
    shippingRates: [{ id, displayName: title, amount, deliveryEstimate: promise }],
  }
}

/** Exchanges the wallet's card for a token and places the order. */
async function order(
  stripe: Stripe,
  elements: StripeElements,
  { billingDetails, shippingAddress }: StripeExpressCheckoutElementConfirmEvent,
  shownTotal: Cents,
): Promise<PlaceOrderResult<ExpressOrderBody>> {
  const refuse = (error: StripeError) => {
    const text = error.message ?? NO_TOKEN_MESSAGE
    return { kind: 'refused', text, code: null, isStale: false } as const
  }
  const submitted = await elements.submit()
  if (submitted.error) return refuse(submitted.error)
  const returnUrl = new URL(paths.checkout, location.origin).href
  const created = await stripe.createConfirmationToken({ elements, params: { return_url: returnUrl } })
  if (created.error) return refuse(created.error)
  const address = shippingAddress?.address
  const body: ExpressOrderBody = {
    buyer: {
      name: shippingAddress?.name || (billingDetails?.name ?? ''),
      email: billingDetails?.email ?? '',
      phone: billingDetails?.phone ?? '',
      address: {
        line1: address?.line1 ?? '',
        line2: address?.line2 ?? '',
        city: address?.city ?? '',
        state: address?.state ?? '',
        postalCode: address?.postal_code ?? '',
        country: address?.country ?? '',
      },
    },
    token: created.confirmationToken.id,
    shownTotal,
  }
  return sendUntilPlaced(body, {
    placeOrder: (sent) =>
      callApi<OrderReply>('/api/ext/express/order', sent, { timeoutMs: ORDER_TIMEOUT_MS }),
    confirm: async (clientSecret) => declineMessageFrom(await stripe.handleNextAction({ clientSecret })),
  })
}
