/**
 * Help with reading a tire size (B3): eight steps in the order of the marks on a sidewall, the meaning of each typed
 * mark, and the size built from the marks.
 */

import { extractSizes } from '../search/search-size.ts'
import { loadCapacity } from './load-index.ts'
import { speedInMph } from './speed-symbol.ts'
import { overallDiameter, parseTireSize, type SizeType, type TireSize, widthInches } from './tire-size.ts'

export const HELP_STEPS = [
  {
    id: 'where-to-find',
    part: null,
    title: 'Where to find it',
    short: 'Where',
    lines: [
      'The size is molded into the sidewall of every tire. The sticker inside the driver’s door and the owner’s manual list the factory size.',
      'Check all four tires. Some cars have a different size in the rear, and someone may have fitted a wrong one before you. If they differ, go by the sticker.',
    ],
  },
  {
    id: 'tire-type',
    part: 'type',
    title: 'Tire type',
    short: 'Type',
    lines: [
      'Letters before or after the numbers say what kind of vehicle the tire is for. No letter at all is normal, too.',
    ],
  },
  {
    id: 'tire-width',
    part: 'width',
    title: 'Tire width',
    short: 'Width',
    lines: [
      'The first number is the tire’s width in millimeters, from sidewall to sidewall at the widest point. It’s a little more than the tread.',
    ],
  },
  {
    id: 'aspect-ratio',
    part: 'aspect',
    title: 'Aspect ratio',
    short: 'Sidewall',
    lines: [
      'The number after the slash is the sidewall’s height as a percentage of the width. A lower number means a shorter sidewall.',
    ],
  },
  {
    id: 'construction',
    part: 'construction',
    title: 'Construction',
    short: 'Build',
    lines: [
      'The letter says how the cords inside run. R is radial, like nearly every tire today. ZR is radial too, from the days when Z meant any speed above 149 mph. D or B is a bias tire, for trailers, old cars and some spares.',
    ],
  },
  {
    id: 'wheel-diameter',
    part: 'rim',
    title: 'Wheel diameter',
    short: 'Wheel',
    lines: [
      'The number after the letter is the wheel’s diameter in inches, where the tire sits. It has to match your wheel exactly: a 17 won’t fit an 18.',
    ],
  },
  {
    id: 'load-index',
    part: 'load',
    title: 'Load index',
    short: 'Load',
    lines: [
      'The number after the size is a code for the most one tire can carry. Choose the same or higher, never lower. If there are two, such as 121/118, the first is for single wheels.',
    ],
  },
  {
    id: 'speed-index',
    part: 'speed',
    title: 'Speed index',
    short: 'Speed',
    lines: [
      'The last letter is a code for the tire’s top speed at full load. Choose the same or faster. Winter tires can be slower; then the tire, not the car, sets your limit.',
    ],
  },
] as const

export type HelpStep = (typeof HELP_STEPS)[number]
export type SizePart = Exclude<HelpStep['part'], null>
/** Typed marks; an empty text for a mark that the shopper has not typed. */
export type SizeMarks = Record<SizePart, string>

export const EMPTY_MARKS: SizeMarks = {
  type: '',
  width: '',
  aspect: '',
  construction: '',
  rim: '',
  load: '',
  speed: '',
}
/** The marks that drawings show as long as the shopper has not typed valid ones. */
export const EXAMPLE: SizeMarks = {
  type: 'p',
  width: '225',
  aspect: '45',
  construction: 'R',
  rim: '17',
  load: '94',
  speed: 'W',
}

/** Tire types by the letters in the size, the most common first. */
export const TIRE_TYPES = [
  {
    id: 'p',
    before: 'P',
    after: '',
    example: 'P225/45R17',
    name: 'P-metric',
    text: 'Cars, minivans and SUVs, by the American standard.',
  },
  {
    id: 'euro',
    before: '',
    after: '',
    example: '225/45R17',
    name: 'Euro metric',
    text: 'Cars and SUVs too. No letter in front. It fits wherever the same P size fits, but compare the load index.',
  },
  {
    id: 'lt',
    before: 'LT',
    after: '',
    example: 'LT265/70R17',
    name: 'Light truck',
    text: 'Pickups, vans and heavy SUVs that carry or tow. Stick with LT if the sticker says LT.',
  },
  {
    id: 'flotation',
    before: '',
    after: '',
    example: '33x12.50R15LT',
    name: 'Flotation',
    text: 'Off-road sizes in inches: height, width, wheel. Type the whole size in the first step.',
  },
  {
    id: 'c',
    before: '',
    after: 'C',
    example: '195/75R16C',
    name: 'Commercial',
    text: 'Delivery vans. The C after the size means a stronger tire.',
  },
  {
    id: 'st',
    before: 'ST',
    after: '',
    example: 'ST205/75R15',
    name: 'Trailer',
    text: 'Trailers only. Never for a car or truck.',
  },
  {
    id: 't',
    before: 'T',
    after: '',
    example: 'T125/70D16',
    name: 'Temporary',
    text: 'The small spare. It’s only meant to get you home, so read one of the other tires.',
  },
] as const

export const CONSTRUCTIONS = [
  { value: 'R', name: 'R, radial' },
  { value: 'ZR', name: 'ZR, radial for high speed' },
  { value: 'D', name: 'D, bias' },
  { value: 'B', name: 'B, belted bias' },
] as const

/** Accepted numbers. Half-inch wheels are refused (B2); the first step and the search field accept whole sizes with them. */
const RANGES = { width: [100, 455], aspect: [20, 95], rim: [10, 30] } as const
const ERROR_MESSAGES: Record<SizePart, string> = {
  type: '',
  construction: '',
  width: 'The width is a whole number from 100 to 455, such as 225.',
  aspect: 'The aspect ratio is a whole number from 20 to 95, such as 45.',
  rim: 'The wheel is a whole number of inches from 10 to 30, such as 17. For 19.5 or 22.5, type the whole size in the first step.',
  load: 'The load index is a number from 60 to 160, such as 94. Leave it empty if you can’t read it.',
  speed: 'The speed index is one letter from L to Y, such as W. Leave it empty if you can’t read it.',
}

/** Parses the load index for a single tire from `94` or `121/118`. */
function parseLoadIndex(text: string): number | null {
  const found = /^(\d{2,3})(?:\/\d{2,3})?$/.exec(text.trim())
  return found ? Number(found[1]) : null
}
/** Removes the parentheses of `(Y)`, which means a speed above Y. */
const bareSymbol = (text: string) => text.trim().replace(/^\((\w)\)$/, '$1')

function inRange(part: keyof typeof RANGES, text: string): boolean {
  const [from, to] = RANGES[part]
  const value = /^\d+$/.test(text.trim()) ? Number(text) : 0
  return value >= from && value <= to
}

function isValidPart(part: SizePart, text: string): boolean {
  if (part === 'type') return TIRE_TYPES.some(({ id }) => id === text)
  if (part === 'construction') return CONSTRUCTIONS.some(({ value }) => value === text)
  if (part === 'load') return loadCapacity(parseLoadIndex(text) ?? 0) !== null
  if (part === 'speed') return speedInMph(bareSymbol(text)) !== null
  return inRange(part, text)
}

/** Returns the message for a typed part; `null` when it is valid or empty. */
export function partError(part: SizePart, text: string): string | null {
  return text.trim() === '' || isValidPart(part, text) ? null : ERROR_MESSAGES[part]
}

const REQUIRED_PARTS = ['width', 'aspect', 'rim'] as const

/** Returns the steps of required parts that are empty or invalid. Construction is optional and defaults to radial. */
export function incompleteSteps(marks: SizeMarks): HelpStep[] {
  return HELP_STEPS.filter(({ part }) =>
    REQUIRED_PARTS.some((required) => required === part && !isValidPart(part, marks[part])),
  )
}

/** Builds the size from the marks; `null` until width, aspect ratio and wheel are valid (B2). */
export function buildSize(marks: SizeMarks): TireSize | null {
  if (incompleteSteps(marks).length > 0) return null
  const { width, aspect, construction, rim, type } = marks
  const { before, after } = TIRE_TYPES.find(({ id }) => id === type) ?? { before: '', after: '' }
  return parseTireSize(`${before}${width.trim()}/${aspect.trim()}${construction || 'R'}${rim.trim()}${after}`)
}

/**
 * Parses a whole size, including sizes that the steps cannot enter: in inches, on half-inch wheels, without aspect
 * ratio.
 */
export function parseWholeSize(text: string): TireSize | null {
  return extractSizes(text).sizes[0]?.size ?? null
}

const TYPE_IDS: Record<SizeType, string> = { P: 'p', LT: 'lt', ST: 'st', T: 't', C: 'c' }

/** Parses the marks of a whole size, e.g. `P225/45ZR17 94W`; `null` without a metric size. */
export function parseMarks(text: string): SizeMarks | null {
  const { sizes, rest } = extractSizes(text)
  const [typed] = sizes
  if (!typed || !Number.isInteger(typed.size.rim) || !typed.label.includes('/')) return null
  const metric = typed.size
  const [, load = '', speed = ''] = /(\d{2,3})(?:\/\d{2,3})?\s*\(?([a-z])?\b/i.exec(rest) ?? []
  return {
    type: metric.type ? TYPE_IDS[metric.type] : 'euro',
    width: String(metric.width),
    aspect: String(metric.aspect),
    construction: metric.construction,
    rim: String(metric.rim),
    load: isValidPart('load', load) ? load : '',
    speed: isValidPart('speed', speed) ? speed.toUpperCase() : '',
  }
}

const formatPounds = (value: number) => value.toLocaleString('en-US')

/** Returns the height of the sidewall in millimeters. */
export function sidewallHeight(width: number, aspect: number): number {
  return (width * aspect) / 100
}

/** Returns the explanation of a part; `null` when the part is empty or invalid. */
export function explainSize(part: SizePart, marks: SizeMarks): string | null {
  const text = marks[part]
  if (text.trim() === '' || !isValidPart(part, text)) return null
  if (part === 'type') return TIRE_TYPES.find(({ id }) => id === text)?.text ?? null
  if (part === 'width') {
    return `${Number(text)} mm, or ${(Number(text) / 25.4).toFixed(1)} in across.`
  }
  if (part === 'aspect') {
    if (!isValidPart('width', marks.width)) return `The sidewall is ${Number(text)} percent of the width.`
    const height = sidewallHeight(Number(marks.width), Number(text))
    return `${Number(text)} percent of ${Number(marks.width)} mm: the sidewall is ${Math.round(height)} mm, or ${(height / 25.4).toFixed(1)} in, tall.`
  }
  if (part === 'construction') return text === 'R' || text === 'ZR' ? 'A radial tire.' : 'A bias tire.'
  if (part === 'rim') {
    const size = buildSize(marks)
    const wheel = `A ${Number(text)} inch wheel.`
    if (!size) return wheel
    return `${wheel} The whole tire is ${overallDiameter(size).toFixed(1)} in tall and ${widthInches(size).toFixed(1)} in wide.`
  }
  if (part === 'load') {
    const index = parseLoadIndex(text) ?? 0
    const load = loadCapacity(index)
    return (
      load &&
      `${index} carries ${formatPounds(load.lb)} lb per tire, ${formatPounds(load.lb * 4)} lb on four.`
    )
  }
  const symbol = bareSymbol(text).toUpperCase()
  return `${symbol} is up to ${speedInMph(symbol)} mph.`
}

/** Returns the load index to highlight in the table; `null` without a valid index. */
export function highlightedLoadIndex(marks: SizeMarks): number | null {
  return isValidPart('load', marks.load) ? parseLoadIndex(marks.load) : null
}

/** Returns the speed symbol to highlight in the table; `null` without a valid symbol. */
export function highlightedSpeedSymbol(marks: SizeMarks): string | null {
  return isValidPart('speed', marks.speed) ? bareSymbol(marks.speed).toUpperCase() : null
}

/** Returns the marks of the drawing: typed marks where valid, otherwise the marks of the example. */
export function marksToDraw(marks: SizeMarks): SizeMarks {
  const drawn = { ...EXAMPLE }
  for (const part of Object.keys(drawn) as SizePart[]) {
    const text = marks[part]
    if (isValidPart(part, text)) drawn[part] = part === 'type' ? text : text.trim().toUpperCase()
  }
  return drawn
}
