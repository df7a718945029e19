/** Conditions, seasons and rims: few values that differ to the eye, so each comes with a drawing of the difference. */
import { classNames } from '../../../client/platform/ui/class-names.ts'
import { type TireRecord, toAppearance, type View } from '../../../schema/catalog/product/tire-appearance.ts'
import { fromPrice, type IndexLine } from '../finder/index-list.tsx'
import { pictureHref } from '../images/address.ts'
import { formatCount } from '../listing/filter-text.ts'
import { type WidgetData, waysOf } from './widget-data.ts'

/** The tire that all drawings start from. */
const PLAIN: TireRecord = {
  brand: 'Treadline',
  model: '',
  section: 225,
  aspect: 45,
  rim: 17,
  season: 'All seasons',
  pattern: 'touring',
  treadDepth: 10,
  treadNew: 10,
}

const CONDITION_TREAD: Record<string, number> = { new: 10, used: 5, 'driven-once': 9, retread: 10 }
const SEASON_PATTERN: Record<string, TireRecord> = {
  summer: { ...PLAIN, season: 'Summer', pattern: 'sport' },
  winter: { ...PLAIN, season: 'Winter', pattern: 'winter', treadDepth: 12, treadNew: 12 },
}

/** A tire about 25 inches tall on this rim: the bigger the rim, the lower the sidewall. */
function onRim(rim: number): TireRecord {
  const aspect = Math.round((((25 - rim) / 2) * 25.4 * 20) / 225) * 5
  return { ...PLAIN, rim, aspect: Math.max(25, aspect) }
}

export interface DrawnLine extends IndexLine {
  key: string
  picture: { tire: TireRecord; view: View } | null
}

/** A row of ways on; the words stand beside the drawing, which says nothing that they do not. */
export function DrawnList({ lines, title }: { lines: readonly DrawnLine[]; title: string }) {
  return (
    <nav aria-label={title}>
      <ul className={classNames('drawn', lines.length > 4 && 'drawn-many')}>
        {lines.map(({ key, label, href, count, minPriceByTire, picture }) => (
          <li key={key}>
            <a href={href}>
              {picture ? (
                <picture>
                  <img
                    src={pictureHref(toAppearance(picture.tire), picture.view, 350)}
                    alt=""
                    width={72}
                    height={72}
                    loading="lazy"
                    decoding="async"
                  />
                </picture>
              ) : null}
              <span>
                <b className="cond">{label}</b>
                <span className="drawn-count num">
                  {formatCount(count)} {count === 1 ? 'tire' : 'tires'}
                  {fromPrice({ minPriceByTire }, ', from ')}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function ConditionList(data: WidgetData) {
  const lines = waysOf(data, 'condition').map((line) => ({
    ...line,
    picture: { tire: { ...PLAIN, treadDepth: CONDITION_TREAD[line.key] ?? 10 }, view: 'tread' as const },
  }))
  return lines.length > 0 ? <DrawnList lines={lines} title="By condition" /> : null
}

export function SeasonList(data: WidgetData) {
  const lines = waysOf(data, 'seasons').map((line) => ({
    ...line,
    picture: { tire: SEASON_PATTERN[line.key] ?? PLAIN, view: 'tread' as const },
  }))
  return lines.length > 0 ? <DrawnList lines={lines} title="By season" /> : null
}

export function RimList(data: WidgetData) {
  const lines = waysOf(data, 'rim')
    .toSorted((a, b) => Number(a.key) - Number(b.key))
    .map((line) => ({
      ...line,
      label: `${line.key} inch`,
      picture: { tire: onRim(Number(line.key)), view: 'sidewall' as const },
    }))
  return lines.length > 0 ? <DrawnList lines={lines} title="By rim diameter" /> : null
}
