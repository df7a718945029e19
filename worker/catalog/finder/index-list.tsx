import { classNames } from '../../../client/platform/ui/class-names.ts'
import { sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
import type { SizeLine } from '../index/listing-engine.ts'

/** A way into the stock: a size, a brand, a season. */
export interface IndexLine {
  label: string
  href: string
  /** Tires in stock. */
  count: number
  /** Cheapest price per tire. */
  minPriceByTire: Cents | null
}

/** A size in stock as a line of an index. */
export function sizeLine({ label, count, minPriceByTire }: SizeLine): IndexLine {
  return { label, href: sizeHref(label), count, minPriceByTire }
}

/** `, from $27`, in whole dollars rounded up so that it never promises too little; empty when unknown. */
export function fromPrice({ minPriceByTire }: Pick<IndexLine, 'minPriceByTire'>, words = 'from '): string {
  if (minPriceByTire === null) return ''
  return `${words}${formatMoney(Math.ceil(minPriceByTire / 100) * 100).replace('.00', '')}`
}

/** A printed index: name, how many, from what price; in columns that read downwards. */
export function IndexList({
  lines,
  columns = 4,
  short = false,
}: {
  lines: readonly IndexLine[]
  columns?: 3 | 4
  /** Two to a row on a phone, without the price. */
  short?: boolean
}) {
  return (
    <ul className={classNames('index', columns === 3 && 'index-three', short && 'index-short')}>
      {lines.map((line) => (
        <li key={line.href}>
          <a href={line.href}>
            <b className="cond">{line.label}</b>
            <span>
              {line.count.toLocaleString('en-US')} {line.count === 1 ? 'tire' : 'tires'}
            </span>
            <span>{fromPrice(line)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
