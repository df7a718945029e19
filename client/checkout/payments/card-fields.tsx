import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Checkbox } from '../../platform/ui/check.tsx'
import { classNames } from '../../platform/ui/class-names.ts'
import type { CardFields, CardPaymentSource } from './stripe/stripe-elements.ts'

/** The panel of the provider's card fields; it has the same height before and after the fields load. */
export function CardFieldsPanel({
  card,
  amount,
  canSave,
  source,
}: {
  card: NonNullable<CheckoutView['card']>
  amount: Cents
  /** True for a customer, whose card can be saved. */
  canSave: boolean
  /** The card for the code that places the order; `null` until the fields are mounted. */
  source: RefObject<CardPaymentSource | null>
}) {
  const container = useRef<HTMLDivElement>(null)
  const [fields, setFields] = useState<CardFields | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const latestAmount = useRef(amount)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to run again
  useEffect(() => {
    const element = container.current
    if (!element) return
    let isUnmounted = false
    let mounted: CardFields | null = null
    setState('loading')
    const { scriptUrl, publishableKey } = card
    const options = {
      ...{ scriptUrl, publishableKey, amount: latestAmount.current },
      ready: () => setState('ready'),
      failed: () => setState('failed'),
    }
    // Only a browser that shows the fields loads their code.
    const mounting = import('./stripe/stripe-elements.ts').then(({ mountCardFields }) =>
      mountCardFields(element, options),
    )
    mounting.then(
      (cardFields) => {
        if (isUnmounted) return cardFields.remove()
        mounted = cardFields
        source.current = cardFields
        setFields(cardFields)
      },
      () => {
        if (!isUnmounted) setState('failed')
      },
    )
    return () => {
      isUnmounted = true
      if (source.current === mounted) source.current = null
      setFields(null)
      mounted?.remove()
    }
  }, [card.scriptUrl, card.publishableKey, attempt, source])

  useEffect(() => {
    latestAmount.current = amount
    fields?.setAmount(amount)
  }, [fields, amount])

  return (
    <div
      className={classNames('card-panel', canSave && 'card-panel-keeps')}
      aria-busy={state === 'loading' || undefined}
    >
      {state === 'loading' ? <p className="t-14 quiet">Loading card fields</p> : null}
      <div ref={container} className={state === 'ready' ? undefined : 'card-panel-waits'} />
      {state === 'failed' ? (
        <Alert
          tone="error"
          live
          action={<Button onClick={() => setAttempt((count) => count + 1)}>Try again</Button>}
        >
          The card fields didn’t load. Nothing was charged.
        </Alert>
      ) : null}
      {canSave ? (
        <Checkbox
          name="saveCard"
          value="on"
          disabled={state !== 'ready'}
          onChange={(event) => fields?.setSavesCard(event.currentTarget.checked)}
          label="Save this card for next time. Stripe stores it, not us."
        />
      ) : null}
      <noscript>
        <Alert>Card fields need JavaScript. Choose another way to pay below.</Alert>
      </noscript>
    </div>
  )
}
