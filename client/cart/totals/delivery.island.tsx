import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { DeliveryQuote } from '../../../schema/catalog/delivery/delivery.api.ts'
import { isOutsideDeliveryArea } from '../../../schema/identity/location/delivery-area.ts'
import { FIELD_RULES, firstMessage } from '../../../schema/platform/forms/field.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { readLocation } from '../../identity/location/location.store.ts'
import { readZip, saveZip } from '../../identity/location/zip.store.ts'
import { ZIP_CHANGED } from '../../identity/location/zip-key.store.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { BUY_CHOICE } from '../buying/use-buy-choice.ts'

interface DeliveryProps {
  /** Address of the page; the plain form asks it with `?zip=`. */
  path: string
  /** False for what no state levies a tire fee on. */
  tires: boolean
  /** As it stands in the address, and what the server had to say about it. */
  zip: string
  quote: DeliveryQuote | null
  problem: string | null
}

/** Asks about what the buying form holds now (schema/cart/cart-form.api.ts); empty answers are left out. */
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

/** Day of arrival and the price "out the door" at a ZIP code, for what is chosen in the buy box. */
export default function Delivery({ path, tires, zip: asked, quote: first, problem: wrong }: DeliveryProps) {
  // Uncontrolled: what is typed before this is awake stays where it was typed.
  const field = useRef<HTMLInputElement>(null)
  const [quote, setQuote] = useState(first)
  const [problem, setProblem] = useState(wrong)
  const [busy, setBusy] = useState(false)
  const turn = useRef(0)
  const known = useRef(first?.zip ?? '')

  const readQuote = useCallback(async (wanted: string) => {
    turn.current += 1
    const mine = turn.current
    setBusy(true)
    const answer = await callApi<DeliveryQuote>(quoteUrl(wanted))
    // Only the answer to the last request counts.
    if (mine !== turn.current) return true
    setBusy(false)
    setQuote(answer.ok ? answer.value : null)
    setProblem(answer.ok ? null : answer.message)
    known.current = answer.ok ? wanted : ''
    if (answer.ok) saveZip(wanted)
    return answer.ok
  }, [])

  useEffect(() => {
    const stored = field.current?.value === '' ? readZip() : ''
    if (field.current && stored !== '') {
      field.current.value = stored
      void readQuote(stored)
    } else if (field.current?.value === '') {
      // Where the network thinks we are is no request yet, only fewer digits to type.
      field.current.value = readLocation()?.zip ?? ''
    }
    const again = () => {
      if (known.current !== '' && !document.hidden) void readQuote(known.current)
    }
    // Chosen in the popup while this page stands open.
    const moved = () => {
      const zip = readZip()
      if (!field.current || zip === '' || zip === known.current) return
      field.current.value = zip
      void readQuote(zip)
    }
    document.addEventListener(ZIP_CHANGED, moved)
    document.addEventListener(BUY_CHOICE, again)
    // The time until the cut-off goes on while the page lies in another tab.
    document.addEventListener('visibilitychange', again)
    return () => {
      document.removeEventListener(ZIP_CHANGED, moved)
      document.removeEventListener(BUY_CHOICE, again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [readQuote])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    // A postcode of Canada is no ZIP code, and still gets the true reason from the server.
    const typo = isOutsideDeliveryArea({ postcode: typed }) ? null : firstMessage(typed, FIELD_RULES.zipCode)
    if (!typo) return void readQuote(typed).then((fine) => fine || field.current?.focus())
    turn.current += 1
    known.current = ''
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
          label="ZIP code, for the day and the total"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          ref={field}
          defaultValue={asked}
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
  const what = tires ? 'Tax and your state’s tire fee follow' : 'Tax follows'
  return <p className="t-14 quiet">{what} from the ZIP code. Shipping is free.</p>
}

function Quote({ quote: { place, zip, arrives, leaves, sums, total } }: { quote: DeliveryQuote }) {
  return (
    <>
      {arrives ? (
        <p>
          <strong>{arrives}</strong>, to {place} {zip.slice(0, 5)}. <span className="nowrap">{leaves}.</span>
        </p>
      ) : (
        <p>
          In {place} {zip.slice(0, 5)}
        </p>
      )}
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
