import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../schema/api/reply.ts'
import {
  type FinderChoice,
  type FinderSize,
  type FinderView,
  offeredNow,
} from '../../schema/domain/finder.ts'
import { formatTireSize } from '../../schema/domain/tire-size.ts'
import { sizeHref } from '../../schema/paths.ts'

interface FinderProps {
  view: FinderView
  /** The first big form of a page is the finder itself; on an error page it is smaller. */
  size?: 'hero' | 'page'
}

/** Asks what the selects offer now; `null` when nobody answered, then they stay as they are. */
async function ask(asked: FinderSize): Promise<FinderView | null> {
  const params = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  try {
    const response = await fetch(`/api/ext/finder?${params}`, { headers: { Accept: 'application/json' } })
    const { code, result } = (await response.json()) as Reply<FinderView>
    return code === 200 ? result : null
  } catch {
    return null
  }
}

function Part({
  name,
  label,
  options,
  value,
  onPick,
}: {
  name: keyof FinderSize
  label: string
  options: readonly FinderChoice[]
  value: number
  onPick: (value: number) => void
}) {
  return (
    <label className={`finder-part finder-${name}`}>
      <span className="finder-label">{label}</span>
      <select name={name} value={value} onChange={(event) => onPick(Number(event.target.value))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.value}
          </option>
        ))}
      </select>
    </label>
  )
}

function countText(total: number): string {
  if (total === 0) return 'Show this size'
  return total === 1 ? 'Show the 1 tire in stock' : `Show ${total.toLocaleString('en-US')} tires in stock`
}

/**
 * Three native selects in the shape of the size itself. Without JavaScript the form asks /t/s, which sends the
 * shopper on; awake, each choice narrows the next and the button counts what it will show.
 */
export default function Finder({ view: first, size = 'hero' }: FinderProps) {
  const [view, setView] = useState(first)
  const [chosen, setChosen] = useState(first.chosen)
  const [awake, setAwake] = useState(false)
  const asking = useRef(0)
  // The server's form offers every value, for browsers without script; awake it narrows itself.
  const [narrow, setNarrow] = useState(false)
  useEffect(() => setNarrow(true), [])
  if (!chosen) return null

  function pick(part: Partial<FinderSize>): void {
    if (!chosen) return
    const asked = { ...chosen, ...part }
    const turn = ++asking.current
    setChosen(asked)
    setAwake(true)
    void ask(asked).then((next) => {
      // Only the answer to the last question counts.
      if (turn !== asking.current || !next?.chosen) return
      setView(next)
      setChosen(next.chosen)
    })
  }
  const label = formatTireSize({ ...chosen, construction: 'R' })
  const offered = (all: readonly FinderChoice[]) => (narrow ? offeredNow(all) : all)
  return (
    <form
      className={size === 'hero' ? 'finder' : 'finder finder-page'}
      action="/t/s"
      method="get"
      aria-label="Find tires by size"
      onSubmit={(event) => {
        event.preventDefault()
        location.assign(sizeHref(label))
      }}
    >
      <div className={label.length > 9 ? 'finder-size finder-long' : 'finder-size'}>
        <Part
          name="width"
          label="Width"
          options={view.widths}
          value={chosen.width}
          onPick={(width) => pick({ width })}
        />
        <b aria-hidden="true">/</b>
        <Part
          name="aspect"
          label="Sidewall"
          options={offered(view.aspects)}
          value={chosen.aspect}
          onPick={(aspect) => pick({ aspect })}
        />
        <b aria-hidden="true">R</b>
        <Part
          name="rim"
          label="Diameter"
          options={offered(view.rims)}
          value={chosen.rim}
          onPick={(rim) => pick({ rim })}
        />
      </div>
      <div className="finder-go">
        <button type="submit" className="button buy big">
          <span className="if-script">{countText(view.total)}</span>
          <span className="if-no-script">Show this size</span>
        </button>
        <a className="finder-help" href="/sizes/#help">
          Where do I find my size?
        </a>
      </div>
      <p className="visually-hidden" role="status">
        {awake ? `${label}: ${countText(view.total).replace('Show ', '')}` : ''}
      </p>
    </form>
  )
}
