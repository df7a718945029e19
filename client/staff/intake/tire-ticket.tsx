/** The tire in hand as large as a label, for the free half of a desk's screen (H14). */
import { dotDate, formatAgeInYears } from '../../../schema/catalog/sizes/tire-text.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { DraftCheck } from '../../../schema/staff/intake/check-draft.ts'
import type { IntakeDraft } from '../../../schema/staff/intake/intake-draft.ts'
import { readService, readSize } from './state/tire-choices.ts'

export function TireTicket({
  draft,
  check,
  sku,
  now,
}: {
  draft: IntakeDraft
  check: DraftCheck
  sku: string | null
  now: number
}) {
  const made = dotDate(draft.dot ?? '')
  return (
    <section className="intake-ticket" aria-label="This tire">
      <p className="intake-quiet">{sku ?? 'New tire'}</p>
      <p className="intake-ticket-size">{readSize(draft.marking) || '–'}</p>
      <p>
        {[draft.brand, draft.model, readService(draft.marking)].filter(Boolean).join(' ') ||
          'Brand and model'}
      </p>
      <Grooves depths={draft.depths} treadNew={draft.treadNew ?? null} />
      <dl>
        <div>
          <dt>Grade</dt>
          <dd>{check.knockOut ? 'Scrap' : (check.grade ?? '–')}</dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd>{made ? formatAgeInYears(made.at, now).replace(' old', '') : '–'}</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd>{draft.price == null ? '–' : formatMoney(draft.price)}</dd>
        </div>
      </dl>
    </section>
  )
}

const WIDTH = 240
const HEIGHT = 64
const GROOVE = 22
/** A tread of unknown depth is drawn as if it were this deep, in 32nds. */
const USUAL_NEW = 11

/** The tread cut across: each groove as deep as it was measured. */
function Grooves({ depths, treadNew }: { depths: readonly number[]; treadNew: number | null }) {
  const count = Math.max(4, depths.length)
  const deepest = Math.max(treadNew ?? USUAL_NEW, ...depths)
  return (
    <svg className="intake-ticket-tread" viewBox={`0 0 ${WIDTH} ${HEIGHT + 26}`} aria-hidden="true">
      <path d={`M0 6Q0 0 8 0H${WIDTH - 8}Q${WIDTH} 0 ${WIDTH} 6V${HEIGHT}H0Z`} />
      {Array.from({ length: count }, (_, index) => {
        const center = ((index + 0.5) * WIDTH) / count
        const depth = depths[index]
        const height = depth === undefined ? 0 : (HEIGHT * 0.8 * Math.max(0, depth)) / deepest
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: grooves have no other name than their position
          <g key={index}>
            <rect x={center - GROOVE / 2} width={GROOVE} height={height} className="groove" />
            <text x={center} y={HEIGHT + 22} textAnchor="middle">
              {depth ?? '–'}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
