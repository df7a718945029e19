interface Row {
  key: string
  term: string
  text: string
}

/** Ruled rows of a sum with its total below. `busy` while a new sum is on its way; the old one stays readable. */
export function TotalsList({
  rows,
  grand,
  busy = false,
}: {
  rows: readonly Row[]
  grand: Row
  busy?: boolean
}) {
  return (
    <dl className="totals" aria-busy={busy || undefined}>
      {rows.map((row) => (
        <div key={row.key}>
          <dt>{row.term}</dt>
          <dd>{row.text}</dd>
        </div>
      ))}
      <div className="totals-grand cond t-28">
        <dt>{grand.term}</dt>
        <dd>{grand.text}</dd>
      </div>
    </dl>
  )
}
