import { useEffect, useState } from 'react'
import { type FinderChoice, type FinderSize, stockedOptions } from '../../../schema/catalog/finder/finder.ts'
import { formatTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { finderHref, SIZE_STEPS } from '../../../schema/catalog/sizes/wizard.ts'
import { FailureNote } from './finder-failure.tsx'
import type { SizeFinderState } from './use-size-finder.ts'

function Part({
  name,
  label,
  options,
  value,
  onSelect,
}: {
  name: keyof FinderSize
  label: string
  options: readonly FinderChoice[]
  value: number
  onSelect: (value: number) => void
}) {
  return (
    <label className={`finder-part finder-${name}`}>
      <span className="finder-label">{label}</span>
      <select name={name} value={value} onChange={(event) => onSelect(Number(event.target.value))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.value}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Returns `Show 412 tires in stock`, or `Show` and `what` when there are none. */
export function finderButtonLabel(total: number, what: string): string {
  if (total === 0) return `Show ${what}`
  return total === 1 ? 'Show the 1 tire in stock' : `Show ${total.toLocaleString('en-US')} tires in stock`
}

const [WIDTH, SIDEWALL, DIAMETER] = SIZE_STEPS

/**
 * Renders three native selects in the shape of the size itself. Without JavaScript the form requests /t/s, which
 * redirects to the list; with it, each choice narrows the next and the button shows the number of results.
 */
export function FinderBySize({ state, onFind }: { state: SizeFinderState; onFind: (href: string) => void }) {
  const { view, chosen, isTouched, failure, pick } = state
  // The server renders every value for browsers without script; after hydration only available values are offered.
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (!chosen)
    return <p className="finder-empty">We’re out of stock today, so there are no sizes to choose.</p>

  const label = formatTireSize({ ...chosen, construction: 'R' })
  const offered = (all: readonly FinderChoice[]) => {
    const some = isHydrated ? stockedOptions(all) : all
    return some.length > 0 ? some : all
  }
  return (
    <form
      action="/t/s"
      method="get"
      aria-label="Find tires by size"
      onSubmit={(event) => {
        event.preventDefault()
        onFind(finderHref(chosen, chosen === view.chosen ? view.slug : null))
      }}
    >
      <div className={label.length > 9 ? 'finder-size finder-long' : 'finder-size'}>
        <Part
          name="width"
          label={WIDTH.title}
          options={view.widths}
          value={chosen.width}
          onSelect={(width) => pick({ width })}
        />
        <b aria-hidden="true">/</b>
        <Part
          name="aspect"
          label={SIDEWALL.title}
          options={offered(view.aspects)}
          value={chosen.aspect}
          onSelect={(aspect) => pick({ aspect })}
        />
        <b aria-hidden="true">R</b>
        <Part
          name="rim"
          label={DIAMETER.title}
          options={offered(view.rims)}
          value={chosen.rim}
          onSelect={(rim) => pick({ rim })}
        />
      </div>
      {failure ? <FailureNote failure={failure} onRetry={state.retry} onDismiss={state.dismiss} /> : null}
      <div className="finder-go">
        <button type="submit" className="button buy big">
          <span className="if-script">
            {failure ? 'Show this size' : finderButtonLabel(view.total, 'this size')}
          </span>
          <span className="if-no-script">Show this size</span>
        </button>
        <a className="finder-help" href="/sizes/#help">
          Where do I find my size?
        </a>
      </div>
      <p className="visually-hidden" role="status">
        {isTouched && !failure
          ? `${label}: ${finderButtonLabel(view.total, 'this size').replace('Show ', '')}`
          : ''}
      </p>
    </form>
  )
}
