/** The lines of a cart or order: in the checkout, on the thank-you page, on orders and for an abandoned cart. */
import { formatLineCount, formatUnitPrice } from '../../../schema/cart/cart-format.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { ChoiceList } from '../../platform/ui/choice-list.tsx'

type SummaryLine = Parameters<typeof formatLineCount>[0] &
  Parameters<typeof formatUnitPrice>[0] & {
    itemId: number
    title: string
    facts: string
    choices: readonly { label: string; value: string }[]
    /** Cents. */
    rowTotal: number
    /** Omitted where the page must not lead elsewhere. */
    href?: string | null
    /** Address of the picture; omitted where no line has one, `null` for a line without a picture. */
    picture?: string | null
    problem?: string | null
    /** What a service includes; omitted on pages that say it elsewhere. */
    note?: string | undefined
  }

export function SummaryLines({ lines }: { lines: readonly SummaryLine[] }) {
  const isPlain = lines.every(({ picture }) => picture === undefined)
  return (
    <ul className={isPlain ? 'summary-lines summary-plain' : 'summary-lines'}>
      {lines.map((line) => (
        <li key={line.itemId}>
          {isPlain ? null : (
            <span className="summary-picture">
              {line.picture ? <img src={line.picture} alt="" width={350} height={350} /> : null}
            </span>
          )}
          <div>
            <b className="cond t-22">{line.href ? <a href={line.href}>{line.title}</a> : line.title}</b>
            {line.facts ? <p className="t-14">{line.facts}</p> : null}
            <ChoiceList choices={line.choices} />
            <p className="t-14 quiet">
              {formatLineCount(line)}, {formatUnitPrice(line)}
            </p>
            {line.note ? <p className="t-14">{line.note}</p> : null}
            {line.problem ? <p className="oxide t-14">{line.problem}</p> : null}
          </div>
          <b className="cond t-22">{formatMoney(line.rowTotal)}</b>
        </li>
      ))}
    </ul>
  )
}
