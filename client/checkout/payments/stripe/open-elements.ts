/** Loads Stripe's script and begins a payment by card in its elements. */
import type { Stripe, StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { type Cents, CURRENCY } from '../../../../schema/platform/money.ts'
import { loadScript } from '../../../platform/load-script.ts'

export interface CardScript {
  scriptUrl: string
  publishableKey: string
}

/** Returns Stripe of this shop. Rejects when the script does not load. */
export async function startStripe({ scriptUrl, publishableKey }: CardScript): Promise<Stripe> {
  const start = await loadScript(scriptUrl, 'Stripe')
  return start(publishableKey)
}

/** Returns Stripe with the elements of a payment of `amount`. Rejects when the script does not load. */
export async function openElements(
  script: CardScript,
  amount: Cents,
  appearance?: NonNullable<StripeElementsOptionsMode['appearance']>,
): Promise<{ stripe: Stripe; elements: StripeElements }> {
  const stripe = await startStripe(script)
  const elements = stripe.elements({
    mode: 'payment',
    amount,
    currency: CURRENCY.toLowerCase(),
    allowedPaymentMethodTypes: ['card'],
    ...(appearance ? { appearance } : {}),
  })
  return { stripe, elements }
}
