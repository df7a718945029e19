/** What to pay by card with: one that the customer keeps at the provider, or another one. */
import { type RefObject, useEffect, useState } from 'react'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { isExpired } from '../../../schema/orders/payment.ts'
import type { StoredCard } from '../../../schema/orders/payments/saved-card.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { readApi } from '../../platform/api/call-api.ts'
import { OptionRow } from '../../platform/ui/option-row.tsx'
import { CardFieldsPanel } from './card-fields.tsx'
import { type CardPaymentSource, savedCardSource } from './stripe/stripe-elements.ts'

interface Props {
  card: NonNullable<CheckoutView['card']>
  amount: Cents
  /** Only who is signed in keeps cards. */
  isCustomer: boolean
  /** Handed to the code that places the order; `null` until there is something to pay with. */
  means: RefObject<CardPaymentSource | null>
}

/** The value of the row for a card that is not stored. */
const ANOTHER = 'another'

export function SavedCardPicker({ card, amount, isCustomer, means }: Props) {
  const { cards, isAsking } = useSavedCards(isCustomer)
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = cards.find(({ id }) => id === picked) ?? (picked === null ? cards[0] : undefined)
  const { scriptUrl, publishableKey } = card
  const chosenId = chosen?.id

  useEffect(() => {
    if (chosenId === undefined) return
    const stored = savedCardSource(chosenId, { scriptUrl, publishableKey })
    means.current = stored
    return () => {
      if (means.current === stored) means.current = null
    }
  }, [chosenId, scriptUrl, publishableKey, means])

  if (isAsking) {
    return (
      <div className="card-panel card-panel-keeps">
        <p className="t-14 quiet" role="status">
          Looking for your stored cards
        </p>
      </div>
    )
  }
  const panel = <CardFieldsPanel card={card} amount={amount} mayKeep={isCustomer} means={means} />
  if (cards.length === 0) return panel
  return (
    <fieldset className="saved-cards">
      <legend className="visually-hidden">Card</legend>
      {cards.map(({ id, brand, last4, expires }) => (
        <OptionRow
          key={id}
          name="savedCard"
          value={id}
          checked={id === chosenId}
          onChange={() => setPicked(id)}
          label={
            <>
              {brand} ending in <span className="num">{last4}</span>
            </>
          }
          detail={`Expires ${expires}`}
        />
      ))}
      <OptionRow
        name="savedCard"
        value={ANOTHER}
        checked={chosenId === undefined}
        onChange={() => setPicked(ANOTHER)}
        label="Another card"
      />
      {chosenId === undefined ? panel : null}
      <p className="t-14 quiet">
        Take a card away under <a href={paths.storedPaymentMethods}>Stored payment methods</a>.
      </p>
    </fieldset>
  )
}

/** The customer's cards that are still good. Without an answer there are none, and the fields stand as for everybody. */
function useSavedCards(isCustomer: boolean): { cards: readonly StoredCard[]; isAsking: boolean } {
  const [cards, setCards] = useState<readonly StoredCard[] | null>(isCustomer ? null : [])
  useEffect(() => {
    if (!isCustomer) return setCards([])
    let gone = false
    const take = (found: readonly StoredCard[] | null) => {
      if (!gone) setCards((found ?? []).filter(({ expires }) => !isExpired(expires, new Date())))
    }
    readApi<{ cards: StoredCard[] }>('/api/ext/account/stored-payment-methods').then(
      (view) => take(view.cards),
      () => take(null),
    )
    return () => {
      gone = true
    }
  }, [isCustomer])
  return { cards: cards ?? [], isAsking: cards === null }
}
