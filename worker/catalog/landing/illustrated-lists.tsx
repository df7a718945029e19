/** Lists of conditions, seasons and rims; their few values look different, so each has a drawing. */
import { classNames } from '../../../client/platform/ui/class-names.ts'
import { type TireRecord, toAppearance, type View } from '../../../schema/catalog/product/tire-appearance.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { fromPrice, type IndexLink } from '../finder/index-list.tsx'
import { pictureHref } from '../images/picture-address.ts'
import { filterLinks, type WidgetData } from './widget-data.ts'

/** The base tire of all drawings. */
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

/** Returns a tire about 25 inches tall for a rim: the bigger the rim, the lower the sidewall. */
function tireForRim(rim: number): TireRecord {
  const aspect = Math.round((((25 - rim) / 2) * 25.4 * 20) / 225) * 5
  return { ...PLAIN, rim, aspect: Math.max(25, aspect) }
}

export interface DrawnLine extends IndexLink {
  key: string
  picture: { tire: TireRecord; view: View } | null
}

/** A list of links with drawings; the drawings only repeat the text, so their `alt` is empty. */
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
                  {formatQuantity(count, 'tire')}
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
  const lines = filterLinks(data, 'condition').map((line) => ({
    ...line,
    picture: { tire: { ...PLAIN, treadDepth: CONDITION_TREAD[line.key] ?? 10 }, view: 'tread' as const },
  }))
  return lines.length > 0 ? <DrawnList lines={lines} title="By condition" /> : null
}

export function SeasonList(data: WidgetData) {
  const lines = filterLinks(data, 'seasons').map((line) => ({
    ...line,
    picture: { tire: SEASON_PATTERN[line.key] ?? PLAIN, view: 'tread' as const },
  }))
  return lines.length > 0 ? <DrawnList lines={lines} title="By season" /> : null
}

export function RimList(data: WidgetData) {
  const lines = filterLinks(data, 'rim')
    .toSorted((a, b) => Number(a.key) - Number(b.key))
    .map((line) => ({
      ...line,
      label: `${line.key} inch`,
      picture: { tire: tireForRim(Number(line.key)), view: 'sidewall' as const },
    }))
  return lines.length > 0 ? <DrawnList lines={lines} title="By rim diameter" /> : null
}
