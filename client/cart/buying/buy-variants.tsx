import { bestMatch, type VariantOption } from '../../../schema/catalog/product/variant.ts'
import { opensElsewhere } from '../../platform/islands/opens-elsewhere.ts'
import type { LinkedUnit } from './use-buy-choice.ts'

/**
 * Renders the attributes besides the set in which variants differ, each value as a link to the page of the best matching
 * variant. With script a link selects the variant in place.
 */
export function VariantLinks({
  options,
  units,
  unit,
  onChoose,
}: {
  options: readonly VariantOption[]
  units: readonly LinkedUnit[]
  unit: LinkedUnit
  onChoose: (best: { variant: LinkedUnit; exact: boolean }) => void
}) {
  return options.map(({ code, label, values }) => (
    <nav className="buy-options" key={code} aria-label={label}>
      <p className="t-14 quiet" aria-hidden="true">
        {label}
      </p>
      <ul>
        {values.map(({ value, label: text }) => {
          const codes = [...options.map((option) => option.code), 'sets']
          const chosen = codes.map((each) => [each, unit.options[each] ?? ''])
          const wanted = { options: { ...Object.fromEntries(chosen), [code]: value } }
          // The pressed value is required; the other options stay if a unit has them.
          const matching = units.filter(({ options: own }) => own[code] === value)
          const best = bestMatch(matching, wanted)
          return best ? (
            <li key={value}>
              <a
                href={best.variant.href}
                className="chip"
                aria-current={unit.options[code] === value ? 'true' : undefined}
                onClick={(event) => {
                  if (opensElsewhere(event)) return
                  event.preventDefault()
                  onChoose(best)
                }}
              >
                {text}
              </a>
            </li>
          ) : null
        })}
      </ul>
    </nav>
  ))
}
