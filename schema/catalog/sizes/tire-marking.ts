/** Markings beside a size on the sidewall: `225/45R17 94W XL`, `LT245/75R16 121/118S E`, `11R22.5 144/142L 14PR`. */
import { loadCapacity } from './load-index.ts'
import { speedInMph } from './speed-symbol.ts'
import { parseTireSize, type TireSize } from './tire-size.ts'

/** Standard, light, extra, high and reinforced load of car tires; letters of light truck, trailer and truck tires. */
const LOAD_RANGES = 'SL LL XL HL RF B C D E F G H J L M N'.split(' ')
/** Letters of ply ratings: 4 is B, and each further letter means two more. */
const PLY_RATINGS = 'BCDEFGHJLMN'

export interface TireMarking {
  size: TireSize
  /** Load index of a single tire, and of each of two tires side by side. */
  load: number | null
  dualLoad: number | null
  speed: string | null
  loadRange: string | null
  runFlat: boolean
}

/** Markings that are ignored: snow marks, tubes, the color of the letters. */
const IGNORED = /^(?:M\+S|M&S|MS|3PMSF|TL|TT|BSW|BW|BLK|OWL|OBL|RWL|RBL|WSW|WW)$/

/** Parses a load range: `E`, `LRE`, `LR-E`, `10PR`, `Extra Load`; `null` for other texts. */
export function parseLoadRange(text: string): string | null {
  const bare = text.toUpperCase().replace(/[\s()-]/g, '')
  const ply = /^(\d{1,2})(?:PR|PLY)$/.exec(bare)?.[1]
  if (ply) return Number(ply) % 2 === 0 ? (PLY_RATINGS[Number(ply) / 2 - 2] ?? null) : null
  const word = bare
    .replace(/^(?:LOADRANGE|LR)(?=.)/, '')
    .replace(/^(?:EXTRALOAD|REINF(?:ORCED)?|STANDARDLOAD)$/, (name) =>
      name[0] === 'E' ? 'XL' : name[0] === 'R' ? 'RF' : 'SL',
    )
  return LOAD_RANGES.includes(word) ? word : null
}

/** Parses load indexes and an optional speed symbol: `94W`, `(94Y)`, `121/118`. */
function parseService(token: string): Pick<TireMarking, 'load' | 'dualLoad' | 'speed'> | null {
  const [, load, dual, speed] = /^\(?(\d{2,3})(?:\/(\d{2,3}))?\(?([A-Z])?\)*$/.exec(token) ?? []
  if (!load || !loadCapacity(Number(load)) || (speed && speedInMph(speed) === null)) return null
  return { load: Number(load), dualLoad: dual ? Number(dual) : null, speed: speed ?? null }
}

/** Parses the markings after a size; `null` if one is unknown. */
function parseMarkings(size: TireSize, text: string): TireMarking | null {
  const marking: TireMarking = {
    size,
    load: null,
    dualLoad: null,
    speed: null,
    loadRange: null,
    runFlat: false,
  }
  const words = text
    .toUpperCase()
    .replace(/EXTRA LOAD/g, 'XL')
    .replace(/(?:LOAD RANGE|LR)[\s-]*(?=[A-Z]\b)/g, 'LR')
    .replace(/(\d)\s*(PR|PLY)\b/g, '$1$2')
    // A slash separates words, except between two load indexes.
    .split(/\s+|(?<!\d)\/|\/(?!\d)|,/)
    .filter(Boolean)
  for (const [index, word] of words.entries()) {
    const service = marking.load === null ? parseService(word) : null
    const range = parseLoadRange(word)
    if (service) Object.assign(marking, service)
    else if (
      marking.load !== null &&
      !marking.speed &&
      /^\(?[A-Z]\)?$/.test(word) &&
      speedInMph(word.replace(/\W/g, ''))
    )
      marking.speed = word.replace(/\W/g, '')
    else if (index === 0 && !size.type && (word === 'C' || word === 'LT'))
      marking.size = { ...size, type: word }
    else if (range) marking.loadRange = range
    else if (/^(?:RFT|ROF|SSR|DSST|RUNFLAT)$/.test(word)) marking.runFlat = true
    else if (!IGNORED.test(word) && !(word === 'LT' && size.type === 'LT')) return null
  }
  return marking
}

/** Parses a size and the markings after it; `null` if a part is unknown. */
export function parseMarking(text: string): TireMarking | null {
  const whole = text.trim()
  for (const { index } of `${whole} `.matchAll(/[\s/(]/g)) {
    const size = parseTireSize(whole.slice(0, index))
    if (size) return parseMarkings(size, whole.slice(index))
  }
  return null
}
