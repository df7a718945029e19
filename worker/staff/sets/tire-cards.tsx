/** Tires as cards with photo, tread, DOT, bin and price: those of a set, or those to choose from. */
import type { ReactNode } from 'react'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { SetTire } from '../../../schema/staff/sets/set-rule.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { thumbnailHref } from '../../catalog/images/photo-address.ts'

export function TireCards({
  tires,
  label,
  before,
  isNumbered = false,
}: {
  tires: readonly SetTire[]
  label: string
  /** What stands before a tire, such as its checkbox. */
  before?: (tire: SetTire, index: number) => ReactNode
  /** Shows the numbers that the tires have in the inspection report of their set. */
  isNumbered?: boolean
}) {
  return (
    <ul className="set-tires" aria-label={label}>
      {tires.map((tire, index) => {
        const { sku, price } = tire.product
        const [photo] = tire.photos
        return (
          <li key={sku}>
            {before?.(tire, index)}
            {photo ? (
              <img src={thumbnailHref(photo.image)} alt="" width={72} height={72} loading="lazy" />
            ) : (
              <span className="set-no-photo">No photo</span>
            )}
            <span className="set-tire">
              <a href={unitHref(sku)}>{sku}</a>
              <span className="t-14">
                {isNumbered ? `Tire ${index + 1}: ` : ''}
                {tireFacts(tire)}
              </span>
            </span>
            <b className="num">{formatMoney(price)}</b>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns how alike tires differ: tread, week of making, grade and bin. */
function tireFacts({ product: { tire, passport }, unit: { bin } }: SetTire): string {
  return [
    `${tire?.treadDepth ?? 0}/32 in`,
    tire?.dot ? `DOT ${tire.dot}` : null,
    passport ? `grade ${passport.grade}` : null,
    bin ? `bin ${bin}` : null,
  ]
    .filter(Boolean)
    .join(', ')
}
