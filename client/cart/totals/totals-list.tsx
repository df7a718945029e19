import type { totalRows } from '../../../schema/cart/cart-format.ts'

type Props = ReturnType<typeof totalRows> & { busy?: boolean }

/** Renders the rows of the totals and the grand total. While `busy`, new totals are loading and the old ones are shown. */
export function TotalsList({ rows, grand, busy = false }: Props) {
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
