/**
 * The card provider's script and its fields. No card number reaches the shop's pages: the fields are in the provider's
 * own frame and return a token of the card.
 */
import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import type { AddressDetails } from '../../../../schema/identity/location/address-details.ts'
import { DECLINE_MESSAGES, declineReason } from '../../../../schema/orders/payment.ts'
import { paths } from '../../../../schema/paths.ts'
import type { Cents } from '../../../../schema/platform/money.ts'
import { type CardScript, openElements, startStripe } from './open-elements.ts'

/** A card that can pay an order. */
export interface CardPaymentSource {
  /** True when the shopper saves this card for the next order. */
  savesCard: boolean
  /** Validates the fields and creates a token; the message of a refusal comes from the provider. */
  token(
    billing: AddressDetails,
    email: string,
  ): Promise<{ ok: true; id: string } | { ok: false; text: string }>
  /** Lets the bank authenticate the shopper. Returns the message of a failure, or `null`. */
  confirm(clientSecret: string): Promise<string | null>
}

/** A card that is typed into the provider's fields. */
export interface CardFields extends CardPaymentSource {
  setAmount(amount: Cents): void
  setSavesCard(savesCard: boolean): void
  remove(): void
}

/** Lets the bank authenticate the owner of a saved card. Returns the message of a failure, or `null`. */
export async function confirmSavedCard(script: CardScript, clientSecret: string): Promise<string | null> {
  const stripe = await startStripe(script)
  return declineMessageFrom(await stripe.handleNextAction({ clientSecret }))
}

const UNREADABLE_CARD_MESSAGE = 'We couldn’t read your card. Check the details or use another card.'

/** Mounts the card fields in `container`, and calls `failed` when their frame does not load. Rejects when the script does not load. */
export async function mountCardFields(
  container: HTMLElement,
  options: CardScript & { amount: Cents; ready: () => void; failed: () => void },
): Promise<CardFields> {
  const { stripe, elements } = await openElements(options, options.amount, { variables: readDesign() })
  // The earlier steps have the name, the e-mail address and the address; these fields are for the card alone.
  const card = elements.create('payment', {
    fields: { billingDetails: { name: 'never', email: 'never', phone: 'never', address: 'never' } },
    terms: { card: 'never' },
  })
  card.on('ready', options.ready)
  card.on('loaderror', options.failed)
  card.mount(container)
  const fields: CardFields = {
    savesCard: false,
    setAmount: (amount) => elements.update({ amount }),
    setSavesCard(savesCard) {
      fields.savesCard = savesCard
      // The token and the payment must agree whether the card is saved.
      elements.update({ setupFutureUsage: savesCard ? 'on_session' : null })
    },
    async token(billing, email) {
      const validated = await elements.submit()
      if (validated.error) return { ok: false, text: validated.error.message ?? UNREADABLE_CARD_MESSAGE }
      const created = await stripe.createConfirmationToken({
        elements,
        params: {
          payment_method_data: { billing_details: billingDetails(billing, email) },
          return_url: new URL(paths.checkout, location.origin).href,
        },
      })
      return created.error
        ? { ok: false, text: created.error.message ?? UNREADABLE_CARD_MESSAGE }
        : { ok: true, id: created.confirmationToken.id }
    },
    async confirm(clientSecret) {
      return declineMessageFrom(await stripe.handleNextAction({ clientSecret }))
    },
    remove: () => card.destroy(),
  }
  return fields
}

interface AuthenticationResult {
  error?: StripeError | undefined
  paymentIntent?: PaymentIntent | undefined
}

/**
 * Returns the message of a refusal by the bank, or `null`. After a failed authentication the provider also notifies the
 * server, which may cancel the payment before this page reads it; a canceled payment is the same refusal.
 */
export function declineMessageFrom({ error, paymentIntent }: AuthenticationResult): string | null {
  if (error?.code === 'payment_intent_authentication_failure') return DECLINE_MESSAGES.authentication
  const { status, last_payment_error: last } = paymentIntent ?? error?.payment_intent ?? {}
  if (status !== 'canceled' && status !== 'requires_payment_method')
    return error ? (error.message ?? UNREADABLE_CARD_MESSAGE) : null
  // The authentication was the last step, so without an error of the bank the authentication failed.
  return DECLINE_MESSAGES[
    last ? declineReason(last.code ?? null, last.decline_code ?? null) : 'authentication'
  ]
}

function billingDetails(address: AddressDetails, email: string) {
  return {
    name: `${address.firstName} ${address.lastName}`,
    email,
    phone: address.phoneNumber,
    address: {
      line1: address.streetAddress,
      line2: address.apartmentNumber,
      city: address.city,
      state: address.state,
      postal_code: address.zipCode,
      country: address.country,
    },
  }
}

/** Returns the design tokens of the page, so that the frame looks like the rest of the form. */
function readDesign() {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    colorPrimary: token('--ink'),
    colorText: token('--ink'),
    colorBackground: token('--white'),
    colorDanger: token('--oxide'),
    borderRadius: token('--r'),
    fontSizeBase: '16px',
    fontFamily: 'system-ui, sans-serif',
  }
}
