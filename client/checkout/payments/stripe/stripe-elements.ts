/**
 * The card provider's script and its fields. No card number touches our pages: the fields live in the provider's own
 * frame, and what comes out of them is a token that stands for the card.
 */
import type { PaymentIntent, Stripe, StripeConstructor, StripeElements, StripeError } from '@stripe/stripe-js'
import type { AddressDetails } from '../../../../schema/identity/location/address-details.ts'
import { DECLINE_MESSAGES, declineReason } from '../../../../schema/orders/payment.ts'
import { paths } from '../../../../schema/paths.ts'
import { type Cents, CURRENCY } from '../../../../schema/platform/money.ts'
import { trustedScriptUrl } from '../../../platform/trusted-types.ts'

let loading: Promise<StripeConstructor> | null = null

/** Adds the provider's script once; a failed load may be tried again. */
function loadScript(url: string): Promise<StripeConstructor> {
  loading ??= new Promise<StripeConstructor>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trustedScriptUrl(url)
    script.async = true
    script.onload = () => {
      if (window.Stripe) resolve(window.Stripe)
      else reject(new Error('The card script did not start'))
    }
    script.onerror = () => reject(new Error('The card script did not load'))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** What an order is paid by card with. */
export interface CardPaymentSource {
  /** True when the shopper wants this card stored for the next order. */
  keeps: boolean
  /** Validates the fields and turns them into a token; the message of a refusal is the provider's. */
  token(
    billing: AddressDetails,
    email: string,
  ): Promise<{ ok: true; id: string } | { ok: false; text: string }>
  /** Lets the bank ask the shopper; `null` when that went well. */
  confirm(clientSecret: string): Promise<string | null>
}

/** A card that is typed into the provider's fields. */
export interface CardFields extends CardPaymentSource {
  setAmount(amount: Cents): void
  setKeeps(keeps: boolean): void
  remove(): void
}

interface CardScript {
  scriptUrl: string
  publishableKey: string
}

/** A card that the customer keeps: its name stands for it, and the script comes only when the bank asks. */
export function savedCardSource(id: string, { scriptUrl, publishableKey }: CardScript): CardPaymentSource {
  return {
    keeps: false,
    token: async () => ({ ok: true, id }),
    async confirm(clientSecret) {
      const start = await loadScript(scriptUrl).catch(() => null)
      return start
        ? declineMessageFrom(await start(publishableKey).handleNextAction({ clientSecret }))
        : NO_SCRIPT
    },
  }
}

const NO_SCRIPT =
  'The question of your bank could not be shown. Nothing was charged. Check the connection and try again.'
const UNREADABLE_CARD = 'The card could not be read. Check its details or use another card.'

/** Puts the fields into `place`. Rejects when the script does not come. */
export async function mountCardFields(
  place: HTMLElement,
  options: CardScript & { amount: Cents; ready: () => void },
): Promise<CardFields> {
  const start = await loadScript(options.scriptUrl)
  const stripe: Stripe = start(options.publishableKey)
  const elements: StripeElements = stripe.elements({
    mode: 'payment',
    amount: options.amount,
    currency: CURRENCY.toLowerCase(),
    allowedPaymentMethodTypes: ['card'],
    appearance: { variables: appearance() },
  })
  // Name, e-mail and address were asked in the steps before; the fields ask for the card alone.
  const card = elements.create('payment', {
    fields: { billingDetails: { name: 'never', email: 'never', phone: 'never', address: 'never' } },
    terms: { card: 'never' },
  })
  card.on('ready', options.ready)
  card.mount(place)
  const fields: CardFields = {
    keeps: false,
    setAmount: (amount) => elements.update({ amount }),
    setKeeps(keeps) {
      fields.keeps = keeps
      // Token and payment have to say the same of what becomes of the card.
      elements.update({ setupFutureUsage: keeps ? 'on_session' : null })
    },
    async token(billing, email) {
      const validated = await elements.submit()
      if (validated.error) return { ok: false, text: validated.error.message ?? UNREADABLE_CARD }
      const made = await stripe.createConfirmationToken({
        elements,
        params: {
          payment_method_data: { billing_details: billingDetails(billing, email) },
          return_url: new URL(paths.checkout, location.origin).href,
        },
      })
      return made.error
        ? { ok: false, text: made.error.message ?? UNREADABLE_CARD }
        : { ok: true, id: made.confirmationToken.id }
    },
    async confirm(clientSecret) {
      return declineMessageFrom(await stripe.handleNextAction({ clientSecret }))
    },
    remove: () => card.destroy(),
  }
  return fields
}

interface BankAnswer {
  error?: StripeError | undefined
  paymentIntent?: PaymentIntent | undefined
}

/**
 * The words of a refusal by the bank, or `null`. The shop learns of a failed question from the provider as well and may
 * have canceled the payment before this page asks how it ended: that is the same refusal.
 */
export function declineMessageFrom({ error, paymentIntent }: BankAnswer): string | null {
  if (error?.code === 'payment_intent_authentication_failure') return DECLINE_MESSAGES.authentication
  const { status, last_payment_error: last } = paymentIntent ?? error?.payment_intent ?? {}
  if (status !== 'canceled' && status !== 'requires_payment_method')
    return error ? (error.message ?? UNREADABLE_CARD) : null
  // The authentication was the last step: without an error of the bank, the authentication failed.
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

/** The page's own tokens, so that the frame looks like the rest of the form. */
function appearance() {
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
