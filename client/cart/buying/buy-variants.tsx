import { bestMatch, type VariantOption } from '../../../schema/catalog/product/variant.ts'
import type { LinkedUnit } from './use-buy-choice.ts'

/**
 * The attributes beside the set in which variants differ, each value a link to the page of the variant that fits best.
 * Awake, a link switches in place.
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
        {values.map(({ value, label: words }) => {
          const codes = [...options.map((option) => option.code), 'sets']
          const chosen = codes.map((each) => [each, unit.options[each] ?? ''])
          const asked = { options: { ...Object.fromEntries(chosen), [code]: value } }
          // The pressed value is certain; the other options stay as far as a unit has them.
          const fitting = units.filter((known) => known.options[code] === value)
          const best = bestMatch(fitting, asked)
          return best ? (
            <li key={value}>
              <a
                href={best.variant.href}
                className="chip"
                aria-current={unit.options[code] === value ? 'true' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onChoose(best)
                }}
              >
                {words}
              </a>
            </li>
          ) : null
        })}
      </ul>
    </nav>
  ))
}
