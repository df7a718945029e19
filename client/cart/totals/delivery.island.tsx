import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { DeliveryQuote } from '../../../schema/catalog/delivery/delivery.api.ts'
import { isOutsideDeliveryArea } from '../../../schema/identity/location/delivery-area.ts'
import { FIELD_RULES, firstMessage } from '../../../schema/platform/forms/field.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { readZip, saveZip } from '../../identity/location/zip.store.ts'
import { ZIP_CHANGED } from '../../identity/location/zip-key.store.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { BUY_CHOICE } from '../buying/use-buy-choice.ts'

interface DeliveryProps {
  /** Address of the page; the plain form requests it with `?zip=`. */
  path: string
  /** Whether a state may charge a tire fee on the product. */
  tires: boolean
  /** The ZIP code of the address; `quote` or `problem` is the server's answer to it. */
  zip: string
  quote: DeliveryQuote | null
  problem: string | null
}

/** Returns the address of a quote for the current fields of the buy box (schema/cart/cart-form.api.ts); empty ones are left out. */
function quoteUrl(zip: string): string {
  const query = new URLSearchParams({ zip })
  const form = document.getElementById('buy')
  if (form instanceof HTMLFormElement) {
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value !== '' && name !== 'action') query.append(name, value)
    }
  }
  return `/api/ext/delivery?${query}`
}

/** Shows the day of arrival and the price "out the door" at a ZIP code, for the choice in the buy box. */
export default function Delivery({
  path,
  tires,
  zip: initialZip,
  quote: initialQuote,
  problem: initialProblem,
}: DeliveryProps) {
  // Uncontrolled: text that is typed before hydration stays.
  const field = useRef<HTMLInputElement>(null)
  const [quote, setQuote] = useState(initialQuote)
  const [problem, setProblem] = useState(initialProblem)
  const [busy, setBusy] = useState(false)
  const lastRequest = useRef(0)
  const quotedZip = useRef(initialQuote?.zip ?? '')

  const readQuote = useCallback(async (wanted: string) => {
    lastRequest.current += 1
    const request = lastRequest.current
    setBusy(true)
    const answer = await callApi<DeliveryQuote>(quoteUrl(wanted))
    // Only the response to the last request is used.
    if (request !== lastRequest.current) return true
    setBusy(false)
    setQuote(answer.ok ? answer.value : null)
    setProblem(answer.ok ? null : answer.message)
    quotedZip.current = answer.ok ? wanted : ''
    if (answer.ok) saveZip(wanted)
    return answer.ok
  }, [])

  useEffect(() => {
    const stored = field.current?.value === '' ? readZip() : ''
    if (field.current && stored !== '') {
      field.current.value = stored
      void readQuote(stored)
    }
    const refresh = () => {
      if (quotedZip.current !== '' && !document.hidden) void readQuote(quotedZip.current)
    }
    // The shopper has chosen a ZIP code in the location dialog.
    const followZip = () => {
      const zip = readZip()
      if (!field.current || zip === '' || zip === quotedZip.current) return
      field.current.value = zip
      void readQuote(zip)
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener(ZIP_CHANGED, followZip, { signal })
    document.addEventListener(BUY_CHOICE, refresh, { signal })
    // The time until the cut-off also passes while the tab is hidden.
    document.addEventListener('visibilitychange', refresh, { signal })
    return () => controller.abort()
  }, [readQuote])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    // The server explains why it rejects a Canadian postal code; the rule of ZIP codes would only call it invalid.
    const typo = isOutsideDeliveryArea({ postcode: typed }) ? null : firstMessage(typed, FIELD_RULES.zipCode)
    if (!typo) return void readQuote(typed).then((fine) => fine || field.current?.focus())
    lastRequest.current += 1
    quotedZip.current = ''
    setBusy(false)
    setQuote(null)
    setProblem(typo)
    field.current?.focus()
  }
  const { pathname, searchParams } = new URL(path, 'https://shop.invalid')
  return (
    <section className="delivery" id="delivery" aria-label="Delivery">
      <form method="get" action={`${pathname}#delivery`} onSubmit={submit} noValidate>
        {[...searchParams].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          name="zip"
          id="delivery-zip"
          label="ZIP code for delivery date and total price"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          ref={field}
          defaultValue={initialZip}
          error={problem}
        />
        <Button type="submit" busy={busy}>
          Show
        </Button>
      </form>
      <div role="status">
        {quote ? <Quote quote={quote} /> : null}
        {quote || problem ? null : <BeforeQuote tires={tires} />}
      </div>
    </section>
  )
}

function BeforeQuote({ tires }: { tires: boolean }) {
  const what = tires ? 'tax and your state’s tire fee' : 'tax'
  return <p className="t-14 quiet">Enter your ZIP to see {what}. Shipping is free.</p>
}

function Quote({ quote: { place, zip, arrives, leaves, sums, total } }: { quote: DeliveryQuote }) {
  return (
    <>
      <p>
        {arrives ? <strong>{arrives}</strong> : null}
        {arrives ? ', to ' : 'In '}
        {place} {zip.slice(0, 5)}
        {arrives ? `. ${leaves}.` : ''}
      </p>
      <dl className="delivery-sums t-14">
        {sums.map(({ title, amount }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{title === 'Shipping' && amount === 0 ? 'Free' : formatMoney(amount)}</dd>
          </div>
        ))}
        <div className="delivery-total">
          <dt>Out the door</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      </dl>
    </>
  )
}
