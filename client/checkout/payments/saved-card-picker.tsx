/** The choice of a card: a card that the customer has saved at the provider, or another card. */
import { type RefObject, useEffect, useState } from 'react'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { usableCards } from '../../../schema/orders/payment.ts'
import type { SavedCardView } from '../../../schema/orders/payments/saved-card.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { readApi } from '../../platform/api/call-api.ts'
import { OptionRow } from '../../platform/ui/option-row.tsx'
import { CardFieldsPanel } from './card-fields.tsx'
import { savedCardSource } from './stripe/saved-card-source.ts'
import type { CardPaymentSource } from './stripe/stripe-elements.ts'

interface Props {
  card: NonNullable<CheckoutView['card']>
  amount: Cents
  /** Only signed-in customers can save cards. */
  isCustomer: boolean
  /** The card for the code that places the order; `null` until a card is ready. */
  source: RefObject<CardPaymentSource | null>
}

/** The value of the row for a card that is not saved. */
const ANOTHER = 'another'

export function SavedCardPicker({ card, amount, isCustomer, source }: Props) {
  const { cards, isLoading } = useSavedCards(isCustomer)
  const [selected, setSelected] = useState<string | null>(null)
  const chosen = cards.find(({ id }) => id === selected) ?? (selected === null ? cards[0] : undefined)
  const { scriptUrl, publishableKey } = card
  const chosenId = chosen?.id

  useEffect(() => {
    if (chosenId === undefined) return
    const savedCard = savedCardSource(chosenId, { scriptUrl, publishableKey })
    source.current = savedCard
    return () => {
      if (source.current === savedCard) source.current = null
    }
  }, [chosenId, scriptUrl, publishableKey, source])

  if (isLoading) {
    return (
      <div className="card-panel card-panel-keeps">
        <p className="t-14 quiet" role="status">
          Loading your saved cards
        </p>
      </div>
    )
  }
  const panel = <CardFieldsPanel card={card} amount={amount} canSave={isCustomer} source={source} />
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
          onChange={() => setSelected(id)}
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
        onChange={() => setSelected(ANOTHER)}
        label="Another card"
      />
      {chosenId === undefined ? panel : null}
      <p className="t-14 quiet">
        Remove a card under <a href={paths.storedPaymentMethods}>Stored payment methods</a>.
      </p>
    </fieldset>
  )
}

/** Reads the customer's unexpired cards. Without an answer the list is empty, and the card fields are shown. */
function useSavedCards(isCustomer: boolean): { cards: readonly SavedCardView[]; isLoading: boolean } {
  const [cards, setCards] = useState<readonly SavedCardView[] | null>(isCustomer ? null : [])
  useEffect(() => {
    if (!isCustomer) return setCards([])
    let isUnmounted = false
    const show = (found: readonly SavedCardView[] | null) => {
      if (!isUnmounted) setCards(usableCards(found, new Date()))
    }
    readApi<{ cards: SavedCardView[] | null }>('/api/ext/account/stored-payment-methods').then(
      (view) => show(view.cards),
      () => show(null),
    )
    return () => {
      isUnmounted = true
    }
  }, [isCustomer])
  return { cards: cards ?? [], isLoading: cards === null }
}
