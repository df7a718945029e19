/** The last tires of this phone (H14): unfinished ones can be opened, others say where they are. */
import { parseMarking } from '../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { LabelButton } from './label-button.tsx'
import type { StoredIntake } from './queue/intake-database.ts'

export function RecentList({
  intakes,
  current,
  onResume,
}: {
  intakes: readonly StoredIntake[]
  current: string
  onResume(intake: StoredIntake): void
}) {
  const others = intakes.filter(({ key }) => key !== current).toReversed()
  if (others.length === 0) return null
  return (
    <section className="intake-recent" aria-labelledby="recent">
      <h2 id="recent">On this phone</h2>
      <ul>
        {others.map((intake) => (
          <li key={intake.key}>
            <span>
              <b>{intake.sku ?? 'New'}</b> {describe(intake)}
              {intake.job.isRefused && intake.result?.problem ? (
                <span className="intake-refused">{intake.result.problem}</span>
              ) : null}
            </span>
            <Place intake={intake} onResume={onResume} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function describe({ draft }: StoredIntake): string {
  const size = parseMarking(draft.marking ?? '')?.size
  return [size && formatTireSize(size), draft.brand, draft.model].filter(Boolean).join(' ')
}

function Place({ intake, onResume }: { intake: StoredIntake; onResume(intake: StoredIntake): void }) {
  const { job, result } = intake
  if (job.act === null || job.isRefused)
    return (
      <button type="button" className="button" onClick={() => onResume(intake)}>
        Go on
      </button>
    )
  if (!job.isDone)
    return (
      <span className="intake-quiet">
        Waits{' '}
        {intake.sku && job.act === 'publish' ? <LabelButton draft={intake.draft} sku={intake.sku} /> : null}
      </span>
    )
  if (job.act === 'scrap') return <span className="intake-quiet">Scrapped</span>
  if (result?.href && result.state === 'live') return <a href={result.href}>On sale</a>
  return <span className="intake-quiet">{result?.state === 'waiting' ? 'Second inspection' : 'Parked'}</span>
}
