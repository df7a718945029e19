/** The price with its suggestion and the sales behind it, and the bin (H14). Amounts are cents. */
import { useId, useState } from 'react'
import { type Cents, formatMoney, parseDollars } from '../../../../schema/platform/money.ts'
import type { Comparable } from '../../../../schema/staff/intake/price/price-suggestion.ts'
import type { PriceSuggestionState } from '../calls/read-suggestion.ts'
import { explainComparable, nameComparable } from '../state/comparable-text.ts'
import type { BlockBody } from './block-body.ts'

/** What − and + change. */
const STEP: Cents = 500

export function PriceBlock({
  draft,
  change,
  complete,
  suggestion,
  needsWhy,
  bins,
}: BlockBody & { suggestion: PriceSuggestionState; needsWhy: boolean; bins: readonly string[] }) {
  const price = draft.price ?? null
  const step = (by: Cents) => change({ price: Math.max(100, (price ?? 0) + by) })
  return (
    <>
      <div className="intake-price">
        <button type="button" className="intake-key" aria-label="5 dollars less" onClick={() => step(-STEP)}>
          −$5
        </button>
        <PriceField
          price={price}
          onLeave={(next) => change({ price: next })}
          onEnter={(next) => complete({ price: next })}
        />
        <button type="button" className="intake-key" aria-label="5 dollars more" onClick={() => step(STEP)}>
          +$5
        </button>
      </div>
      <SuggestionPart suggestion={suggestion} onTake={(next) => change({ price: next })} price={price} />
      {needsWhy ? <WhyField why={draft.priceWhy ?? ''} onEnter={(priceWhy) => change({ priceWhy })} /> : null}
      <BinField bin={draft.bin ?? ''} bins={bins} onEnter={(bin) => complete({ bin })} />
    </>
  )
}

function PriceField({
  price,
  onLeave,
  onEnter,
}: {
  price: Cents | null
  onLeave(price: Cents | null): void
  onEnter(price: Cents | null): void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const cents = typed === null ? price : parseDollars(typed)
  const isNumber = cents !== null || typed?.trim() === ''
  const leave = () => {
    if (typed !== null && isNumber) onLeave(cents)
    setTyped(null)
  }
  const enter = () => {
    if (isNumber) onEnter(cents)
    setTyped(null)
  }
  return (
    <div className="intake-amount">
      <label htmlFor={id} className="visually-hidden">
        Price in dollars
      </label>
      <input
        id={id}
        data-first=""
        inputMode="decimal"
        autoComplete="off"
        placeholder="$"
        value={typed ?? (price === null ? '' : `$${price / 100}`)}
        aria-invalid={(typed !== null && typed.trim() !== '' && cents === null) || undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The next button gets the focus, and must not take this key too.
          event.preventDefault()
          enter()
        }}
      />
    </div>
  )
}

function SuggestionPart({
  suggestion,
  price,
  onTake,
}: {
  suggestion: PriceSuggestionState
  price: Cents | null
  onTake(price: Cents): void
}) {
  if (suggestion === 'loading') return <p className="intake-quiet">Looking for a price…</p>
  if (suggestion === 'offline')
    return <p className="intake-quiet">No reception: no suggestion. Enter your price.</p>
  if (suggestion === 'none') return null
  const { price: suggested, low, high, comparables, reasons } = suggestion
  if (suggested === null) return null
  return (
    <div className="intake-suggestion">
      <p>
        <button
          type="button"
          className="button"
          aria-pressed={price === suggested}
          onClick={() => onTake(suggested)}
        >
          Suggested {formatMoney(suggested)}
        </button>
        {low !== null && high !== null ? (
          <span>
            Most sell for {formatMoney(low)} to {formatMoney(high)}.
          </span>
        ) : null}
      </p>
      {reasons.map((reason) => (
        <p key={reason} className="intake-quiet">
          {reason}
        </p>
      ))}
      <Comparables comparables={comparables} />
    </div>
  )
}

/** Comparables that are shown at once, nearest first. */
const SHOWN = 3

function Comparables({ comparables }: { comparables: readonly Comparable[] }) {
  const [isWhole, setIsWhole] = useState(false)
  if (comparables.length === 0) return null
  const shown = isWhole ? comparables : comparables.slice(0, SHOWN)
  return (
    <>
      <table>
        <caption className="visually-hidden">Comparable tires, with their price for this tire</caption>
        <tbody>
          {shown.map((comparable) => (
            <tr key={comparable.sku}>
              <th scope="row">
                {nameComparable(comparable)}
                <span>{explainComparable(comparable)}</span>
              </th>
              <td>{formatMoney(comparable.adjusted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < comparables.length ? (
        <button type="button" className="button" onClick={() => setIsWhole(true)}>
          All {comparables.length} comparables
        </button>
      ) : null}
    </>
  )
}

function WhyField({ why, onEnter }: { why: string; onEnter(why: string): void }) {
  const id = useId()
  return (
    <div className="intake-type">
      <label htmlFor={id}>Why this price?</label>
      <input
        id={id}
        className="input"
        value={why}
        maxLength={500}
        onChange={(event) => onEnter(event.target.value)}
      />
    </div>
  )
}

function BinField({
  bin,
  bins,
  onEnter,
}: {
  bin: string
  bins: readonly string[]
  onEnter(bin: string): void
}) {
  const id = useId()
  return (
    <div className="intake-type">
      <label htmlFor={id}>Bin</label>
      <input
        id={id}
        className="input"
        list={`${id}-bins`}
        placeholder="A-12-3"
        autoComplete="off"
        autoCapitalize="characters"
        defaultValue={bin}
        onBlur={(event) =>
          event.target.value.trim() !== bin && onEnter(event.target.value.trim().toUpperCase())
        }
        onKeyDown={(event) =>
          event.key === 'Enter' && onEnter(event.currentTarget.value.trim().toUpperCase())
        }
      />
      <datalist id={`${id}-bins`}>
        {bins.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </div>
  )
}
