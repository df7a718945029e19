/** A saved card as the source of a payment. The provider's code is loaded only when the bank authenticates the shopper. */
import type { CardScript } from './open-elements.ts'
import type { CardPaymentSource } from './stripe-elements.ts'

const NO_SCRIPT_MESSAGE =
  'We couldn’t show your bank’s security check. Nothing was charged. Check your connection and try again.'

/** Returns a saved card; its id is its token. */
export function savedCardSource(id: string, script: CardScript): CardPaymentSource {
  return {
    savesCard: false,
    token: async () => ({ ok: true, id }),
    confirm: (clientSecret) =>
      import('./stripe-elements.ts')
        .then(({ confirmSavedCard }) => confirmSavedCard(script, clientSecret))
        .catch(() => NO_SCRIPT_MESSAGE),
  }
}
