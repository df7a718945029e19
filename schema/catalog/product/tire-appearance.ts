/**
 * The appearance of a tire: exactly the values that its drawing depends on, so that tires of the same appearance share
 * one picture. The address of a picture encodes the appearance and is parsed back.
 */

import { formatTireSize, metricMeasures, parseTireSize } from '../sizes/tire-size.ts'
import { PATTERN_NAMES, type PatternName, SEASONS, type Season } from './product.ts'

export const VIEWS = ['three-quarter', 'sidewall', 'tread', 'dot'] as const
export type View = (typeof VIEWS)[number]

/** Pixels of the two picture sizes (B7): thumbnails 350 x 350, gallery 1000 x 1000. */
export const PICTURE_WIDTHS = [350, 1000] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Increase this number with every change of the drawing code, so that pictures get new addresses. */
const DRAWING_VERSION = 2

export interface TireAppearance {
  readonly brand: string
  readonly model: string
  /** As marked on the tire, where the three numbers are not enough: `LT245/75R16`, `31X10.50R15LT`. */
  readonly size?: string
  /** Section width, mm. */
  readonly section: number
  /** Sidewall height, percent of the section width. */
  readonly aspect: number
  /** Rim diameter, inches, half inches allowed. */
  readonly rim: number
  readonly construction?: string
  readonly tireLoad: string
  readonly tireSpeed: string
  readonly season: Season
  readonly pattern: PatternName
  /** 32nds of an inch; always a multiple of an eighth of `treadNew`. */
  readonly treadDepth: number
  /** 32nds of an inch, whole. */
  readonly treadNew: number
  /** Week and year, "2419". */
  readonly dot?: string
  /** Raised white letters; only where the pattern is `at`. */
  readonly rwl?: boolean
}

/** Fields of a product that its drawing needs. */
export interface TireRecord {
  readonly brand: string
  readonly model: string
  readonly size?: string | null | undefined
  readonly section: number
  readonly aspect: number
  readonly rim: number
  readonly construction?: string | null | undefined
  readonly tireLoad?: string | number | null | undefined
  readonly tireLoadDual?: number | null | undefined
  readonly tireSpeed?: string | null | undefined
  readonly season?: string | null | undefined
  readonly pattern?: string | null | undefined
  readonly treadDepth?: number | null | undefined
  readonly treadNew?: number | null | undefined
  readonly dot?: string | null | undefined
  readonly rwl?: boolean | null | undefined
}

const LIMITS = {
  section: [95, 455],
  aspect: [20, 110],
  rim: [8, 30],
  treadNew: [4, 40],
} as const
const BRAND_LENGTH = 24
const MODEL_LENGTH = 32
const WEAR_STEPS = 8
const DEFAULT_TREAD: Readonly<Record<PatternName, number>> = {
  touring: 10,
  sport: 10,
  winter: 12,
  at: 15,
  highway: 12,
}

/**
 * Returns the appearance of a tire. Numbers out of range become the nearest limit, so that wrong data still has a
 * picture.
 */
export function toAppearance(tire: TireRecord): TireAppearance {
  const brand = toSidewallText(tire.brand, BRAND_LENGTH)
  const model = toSidewallText(tire.model, MODEL_LENGTH)
  const season = toSeason(tire.season)
  const pattern = isPattern(tire.pattern) ? tire.pattern : toTreadPattern(model, season)
  // Without a measured depth the tire is drawn as new.
  const depth =
    Number.isFinite(tire.treadDepth) && (tire.treadDepth ?? 0) > 0 ? (tire.treadDepth ?? 0) : undefined
  const treadNew = clamp(
    Math.round(tire.treadNew || Math.max(DEFAULT_TREAD[pattern], depth ?? 0)),
    LIMITS.treadNew,
  )
  const step = Math.min(WEAR_STEPS, Math.max(1, Math.round((WEAR_STEPS * (depth ?? treadNew)) / treadNew)))
  const dot = /(?:^|[^0-9])((?:0[1-9]|[1-4]\d|5[0-3])\d{2})$/.exec((tire.dot ?? '').trim())?.[1]
  const construction = /^(ZR|R|D|B)$/.exec((tire.construction ?? '').trim().toUpperCase())?.[1]
  const { section, aspect, size } = toMeasures(tire)
  const load = [tire.tireLoad, tire.tireLoadDual].filter(Boolean).join('/')
  return {
    brand,
    model,
    ...(size === undefined ? {} : { size }),
    section: Math.round(clamp(section, LIMITS.section)),
    aspect: Math.round(clamp(aspect, LIMITS.aspect)),
    rim: Math.round(clamp(tire.rim, LIMITS.rim) * 2) / 2,
    ...(construction === undefined ? {} : { construction }),
    tireLoad: /^\d{2,3}(\/\d{2,3})?$/.exec(load.trim())?.[0] ?? '',
    tireSpeed: /^\(?([A-HJ-NP-Z]\d?)\)?$/.exec((tire.tireSpeed ?? '').trim().toUpperCase())?.[1] ?? '',
    season,
    pattern,
    treadDepth: (treadNew * step) / WEAR_STEPS,
    treadNew,
    ...(dot === undefined ? {} : { dot }),
    ...(tire.rwl && pattern === 'at' ? { rwl: true } : {}),
  }
}

/** Returns the measures for the drawing, and the size marking where it needs one; sizes in inches are converted. */
function toMeasures({
  size,
  section,
  aspect,
  rim,
}: TireRecord): Pick<TireAppearance, 'section' | 'aspect' | 'size'> {
  const parsed = size ? parseTireSize(size) : null
  const isPlain = !parsed || (!parsed.type && parsed.width >= 100 && (size ?? '').includes('/'))
  return isPlain || parsed.rim !== rim
    ? { section, aspect }
    : { ...metricMeasures(parsed), size: formatTireSize(parsed) }
}

/** Guesses the tread pattern of a model for which the catalog has no pattern. */
export function toTreadPattern(model: string, season: Season): PatternName {
  if (
    /\b(a\/?t\d?|m\/?t|r\/?t|x\/?t|all[- ]?terrain|trail|terrain|mud|rugged|off[- ]?road|wrangler)/i.test(
      model,
    )
  )
    return 'at'
  if (season === 'Winter' || /\b(winter|snow|ice|frost|blizzak|nord)/i.test(model)) return 'winter'
  if (/\b(h\/?t|h\/?l|highway|suv|van|cargo|crossover|hauler|load)/i.test(model)) return 'highway'
  if (season === 'Summer' || /\b(sport|gt|rs|race|racing|zr|velo|performance|pilot)\b/i.test(model))
    return 'sport'
  return 'touring'
}

/**
 * Returns the name of a picture, "Halden~Velo_Sport~225~45~R~17~94~W~s~sport~7~10~~-three-quarter-350-v2", for its
 * address (worker/catalog/images/picture-address.ts). Only the `dot` view includes the DOT date, so that tires of different
 * age share the other three views.
 */
export function pictureName(appearance: TireAppearance, view: View, width: PictureWidth): string {
  return `${encode(appearance, view)}-${view}-${width}-v${DRAWING_VERSION}`
}

const NAME = /^([\w.~-]{1,200})-(three-quarter|sidewall|tread|dot)-(350|1000)-v\d+$/

/** The parts of a picture name. */
interface PictureParts {
  look: TireAppearance
  view: View
  width: PictureWidth
}

/** Parses a picture name; `null` for every other text and for names of an older drawing version. */
export function parsePictureName(name: string): PictureParts | null {
  const [, code = '', view = '', pixels = ''] = NAME.exec(name) ?? []
  const parsedView = VIEWS.find((known) => known === view)
  const width = PICTURE_WIDTHS.find((known) => String(known) === pixels)
  const appearance = decode(code)
  if (!parsedView || !width || !appearance) return null
  // Only names that the shop itself writes are valid: encoding must return the same name.
  return pictureName(appearance, parsedView, width) === name
    ? { look: appearance, view: parsedView, width }
    : null
}

/** Returns the signed address of a picture. */
export type PictureHref = (appearance: TireAppearance, view: View, width: PictureWidth) => string

const VIEW_LABELS: Readonly<Record<View, string>> = {
  'three-quarter': 'three-quarter view',
  sidewall: 'sidewall',
  tread: 'tread',
  dot: 'DOT code',
}

/** Returns the text alternative: "Drawing: Halden Velo Sport 225/45R17 94W, three-quarter view, about 9/32 in tread". */
export function pictureAlt(appearance: TireAppearance, view: View): string {
  const name = [appearance.brand, appearance.model, sidewallSize(appearance)]
    .filter((part) => part !== '')
    .join(' ')
  const code = view === 'dot' && appearance.dot !== undefined ? ` ${appearance.dot}` : ''
  const tread = `${Math.round(appearance.treadDepth * 2) / 2}/32 in tread`
  return `Drawing: ${name}, ${VIEW_LABELS[view]}${code}, about ${tread}`
}

/** Returns the size as marked on the sidewall: "225/45R17 94W". */
export function sidewallSize(appearance: TireAppearance): string {
  const size =
    appearance.size ??
    `${appearance.section}/${appearance.aspect}${appearance.construction ?? 'R'}${appearance.rim}`
  return `${size} ${appearance.tireLoad}${appearance.tireSpeed}`.trim()
}

function encode(appearance: TireAppearance, view: View): string {
  return [
    escapeText(appearance.brand),
    escapeText(appearance.model),
    appearance.size ? appearance.size.toLowerCase().replace('/', '-') : appearance.section,
    appearance.aspect,
    appearance.construction ?? '',
    String(appearance.rim).replace('.', '_'),
    appearance.tireLoad.replace('/', '_'),
    appearance.tireSpeed,
    appearance.season.charAt(0),
    appearance.pattern,
    Math.round((appearance.treadDepth / appearance.treadNew) * WEAR_STEPS),
    appearance.treadNew,
    view === 'dot' ? (appearance.dot ?? '') : '',
    appearance.rwl ? 'w' : '',
  ].join('~')
}

function decode(code: string): TireAppearance | null {
  const parts = code.split('~')
  if (parts.length !== 14) return null
  const [brand = '', model = '', section, aspect, construction, rim = '', load = '', speed, letter, pattern] =
    parts
  const [step, treadNew, dot, rwl] = parts.slice(10)
  const season = SEASONS.find((known) => known.charAt(0) === letter)
  if (!season || !isPattern(pattern)) return null
  return toAppearance({
    brand: unescapeText(brand),
    model: unescapeText(model),
    section: Number(section),
    size: Number.isFinite(Number(section)) ? null : section,
    aspect: Number(aspect),
    construction,
    rim: Number(rim.replace('_', '.')),
    tireLoad: load.replace('_', '/'),
    tireSpeed: speed,
    season,
    pattern,
    treadDepth: (Number(treadNew) * Number(step)) / WEAR_STEPS,
    treadNew: Number(treadNew),
    dot,
    rwl: rwl === 'w',
  })
}

// Escapes of the characters other than letters, digits and "-" that a sidewall text may contain.
const ESCAPES: Readonly<Record<string, string>> = {
  ' ': '_',
  '/': '.s',
  '&': '.a',
  "'": '.q',
  '+': '.p',
  '.': '..',
}
const UNESCAPED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, code]) => [code, character]),
)

function escapeText(text: string): string {
  return text.replace(/[ /&'+.]/g, (character) => ESCAPES[character] ?? '')
}

function unescapeText(code: string): string {
  return code.replace(/_|\../g, (escaped) => UNESCAPED[escaped] ?? '')
}

function toSidewallText(text: string, length: number): string {
  const allowed = text
    .normalize('NFKD')
    .replace(/[’`]/g, "'")
    .replace(/[^A-Za-z0-9 /&'+.-]/g, '')
  return allowed.replace(/ +/g, ' ').trim().slice(0, length).trim()
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : low
}

function toSeason(text: string | null | undefined): Season {
  const first = (text ?? '').trim().charAt(0).toUpperCase()
  return first === 'S' ? 'Summer' : first === 'W' ? 'Winter' : 'All seasons'
}

function isPattern(text: string | null | undefined): text is PatternName {
  return PATTERN_NAMES.some((known) => known === text)
}
