/** What is bought, a line each: in the checkout, after the order, and in a cart that was left. */
import { formatLineCount, formatUnitPrice } from '../../../schema/cart/cart-format.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { ChoiceList } from '../../platform/ui/choice-list.tsx'

type Shown = Parameters<typeof formatLineCount>[0] &
  Parameters<typeof formatUnitPrice>[0] & {
    itemId: number
    title: string
    facts: string
    choices: readonly { label: string; value: string }[]
    /** Cents. */
    rowTotal: number
    /** Left out where nobody is to be led away. */
    href?: string | null
    /** Its address; left out where lines have no pictures, `null` is a line without one. */
    picture?: string | null
    problem?: string | null
  }

export function SummaryLines({ lines }: { lines: readonly Shown[] }) {
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
            {line.problem ? <p className="oxide t-14">{line.problem}</p> : null}
          </div>
          <b className="cond t-22">{formatMoney(line.rowTotal)}</b>
        </li>
      ))}
    </ul>
  )
}
