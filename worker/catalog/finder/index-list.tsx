import { classNames } from '../../../client/platform/ui/class-names.ts'
import { sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
import type { SizeInStock } from '../index/listing-engine.ts'

/** A link to tires in stock: a size, a brand, a season. */
export interface IndexLink {
  label: string
  href: string
  /** Number of products in stock. */
  count: number
  /** Lowest price per tire. */
  minPriceByTire: Cents | null
}

/** Converts a size in stock to a line of an index. */
export function toSizeLink({ label, count, minPriceByTire }: SizeInStock): IndexLink {
  return { label, href: sizeHref(label), count, minPriceByTire }
}

/** Formats the lowest price of a list as its heading, its links and its cards say it: `$27`, `$27.50`. */
export function formatLowestPrice(price: Cents): string {
  return formatMoney(price).replace('.00', '')
}

/** Formats `from $27`; empty without a price. */
export function fromPrice({ minPriceByTire }: Pick<IndexLink, 'minPriceByTire'>, prefix = 'from '): string {
  if (minPriceByTire === null) return ''
  return `${prefix}${formatLowestPrice(minPriceByTire)}`
}

/** An index of links with count and lowest price, in columns that read downward. */
export function IndexList({
  lines,
  columns = 4,
  short = false,
}: {
  lines: readonly IndexLink[]
  columns?: 3 | 4
  /** True for two links in a row on a phone, without prices. */
  short?: boolean
}) {
  return (
    <ul className={classNames('index', columns === 3 && 'index-three', short && 'index-short')}>
      {lines.map((line) => (
        <li key={line.href}>
          <a href={line.href}>
            <b className="cond">{line.label}</b>
            <span>{formatQuantity(line.count, 'tire')}</span>
            <span>{fromPrice(line)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
