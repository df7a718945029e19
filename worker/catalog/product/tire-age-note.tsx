/** What the age of a tire means for its buyer (H13e): on the product page, and in its inspection report. */
import { AGE_MARKS, AGE_SOURCE, formatDotAndAge, tireAge } from '../../../schema/catalog/sizes/tire-age.ts'

/** Renders the age beside the DOT code, and from six years the advice with its reason and source. */
export function TireAgeNote({ dot, now }: { dot: string | null; now: number }) {
  const age = tireAge(dot, now)
  if (!age) return null
  return (
    <div className="tire-age">
      <p className="tire-age-text">DOT {formatDotAndAge(dot, now)}</p>
      {age.mark ? (
        <p className={age.mark === 'avoid' ? 'tire-age-advice tire-age-avoid' : 'tire-age-advice'}>
          <strong>{AGE_MARKS[age.mark].advice}</strong> {AGE_SOURCE.reason}{' '}
          <a href={AGE_SOURCE.href} rel="noopener">
            {AGE_SOURCE.label}
          </a>
        </p>
      ) : null}
    </div>
  )
}
