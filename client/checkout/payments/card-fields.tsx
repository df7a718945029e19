import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Checkbox } from '../../platform/ui/check.tsx'
import { classNames } from '../../platform/ui/class-names.ts'
import { type CardFields, type CardPaymentSource, mountCardFields } from './stripe/stripe-elements.ts'

/** Place of the provider's card fields, as high before they come as after. */
export function CardFieldsPanel({
  card,
  amount,
  mayKeep,
  means,
}: {
  card: NonNullable<CheckoutView['card']>
  amount: Cents
  /** There is a customer whose card can be stored. */
  mayKeep: boolean
  /** Handed to the code that places the order; `null` until the fields stand. */
  means: RefObject<CardPaymentSource | null>
}) {
  const place = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState<CardFields | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const first = useRef(amount)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to run again
  useEffect(() => {
    const element = place.current
    if (!element) return
    let gone = false
    let mounted: CardFields | null = null
    setState('loading')
    const { scriptUrl, publishableKey } = card
    const options = { scriptUrl, publishableKey, amount: first.current, ready: () => setState('ready') }
    mountCardFields(element, options).then(
      (made) => {
        if (gone) return made.remove()
        mounted = made
        means.current = made
        setLive(made)
      },
      () => {
        if (!gone) setState('failed')
      },
    )
    return () => {
      gone = true
      if (means.current === mounted) means.current = null
      setLive(null)
      mounted?.remove()
    }
  }, [card.scriptUrl, card.publishableKey, attempt, means])

  useEffect(() => {
    first.current = amount
    live?.setAmount(amount)
  }, [live, amount])

  return (
    <div
      className={classNames('card-panel', mayKeep && 'card-panel-keeps')}
      aria-busy={state === 'loading' || undefined}
    >
      {state === 'loading' ? <p className="t-14 quiet">Loading the card fields</p> : null}
      <div ref={place} className={state === 'ready' ? undefined : 'card-panel-waits'} />
      {state === 'failed' ? (
        <Alert
          tone="error"
          live
          action={<Button onClick={() => setAttempt((count) => count + 1)}>Try again</Button>}
        >
          The card fields did not load. Nothing was charged.
        </Alert>
      ) : null}
      {mayKeep ? (
        <Checkbox
          name="saveCard"
          value="on"
          disabled={state !== 'ready'}
          onChange={(event) => live?.setKeeps(event.currentTarget.checked)}
          label="Save this card for my next orders. It is stored by Stripe, not by us."
        />
      ) : null}
      <noscript>
        <Alert>The card fields need JavaScript. Choose another way below.</Alert>
      </noscript>
    </div>
  )
}
