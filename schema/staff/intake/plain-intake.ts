/** The form that takes in a tire without script (H14d): its fields, and the draft that they make. */
import * as v from 'valibot'
import { SEASONS, SKU_MAX } from '../../catalog/product/product.ts'
import type { FormTexts } from '../../platform/forms/form-texts.ts'
import { numberText } from '../../platform/forms/number-text.ts'
import { parseDollars, plainNumber } from '../../platform/money.ts'
import { FINDING_CODES, findingRules } from './findings.ts'
import {
  type Block,
  type IntakeDraft,
  MAX_GROOVES,
  PHOTO_SLOTS,
  type PhotoSlot,
  type Problem,
  UNIT_GRADES,
  UNREADABLE_DOT,
} from './intake-draft.ts'

export const PLAIN_INTAKE_PATH = '/staff/intake/form'

/** `key` names the draft: a form that is sent twice is one tire. `revision` counts how often it was sent. */
export const PLAIN_INTAKE = v.object({
  key: v.pipe(v.string(), v.uuid()),
  revision: numberText(6),
  act: v.fallback(v.picklist(['publish', 'scrap']), 'publish'),
})

export const photoField = (slot: PhotoSlot) => `photo-${slot}`

/** Stands for a text that is no number: the rules of the draft refuse it with their own words. */
const NO_NUMBER = -99

function parseNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? Math.max(NO_NUMBER, Math.min(99, value)) : NO_NUMBER
}

/** Returns what follows a prefix in the names of the checked boxes, up to `max` characters. */
function checked(texts: FormTexts, prefix: string, max: number): string[] {
  const names = Object.keys(texts).filter((name) => name.startsWith(prefix))
  return names.slice(0, 20).map((name) => name.slice(prefix.length, prefix.length + max))
}

/** Returns the draft of the typed texts without its photos, which are files. What is wrong with it, `checkDraft` finds. */
export function readPlainDraft(texts: FormTexts): IntakeDraft {
  const text = (name: string, max: number) => texts[name]?.trim().slice(0, max) || null
  const depths = (text('depths', 80) ?? '').split(/[\s,;]+/).filter(Boolean)
  const price = parseDollars(plainNumber(text('price', 20) ?? ''))
  const lot = text('lotId', 9)
  return {
    lotId: lot !== null && /^[1-9]\d*$/.test(lot) ? Number(lot) : null,
    bin: text('bin', 20)?.toUpperCase() ?? null,
    marking: text('marking', 60),
    brand: text('brand', 60),
    model: text('model', 80),
    season: SEASONS.find((season) => season === texts.season) ?? null,
    treadNew: text('treadNew', 10) === null ? null : parseNumber(text('treadNew', 10) ?? ''),
    runFlat: texts.runFlat !== undefined,
    depths: depths.slice(0, MAX_GROOVES + 1).map(parseNumber),
    dot: texts.unreadable === undefined ? text('dot', 40) : UNREADABLE_DOT,
    findings: FINDING_CODES.filter((code) => texts[`finding-${code}`] !== undefined).map((code) => {
      const size = text(`mm-${code}`, 10)
      return findingRules(code).hasSize && size !== null
        ? { code, mm: Math.max(0, parseNumber(size)) }
        : { code }
    }),
    noFindings: texts.noFindings !== undefined,
    airTest: texts.airTest === 'held' ? 'held' : 'later',
    grade: UNIT_GRADES.find((grade) => grade === texts.grade) ?? null,
    price: price === null ? null : Math.max(-1, Math.min(99_999_999, price)),
    priceWhy: text('priceWhy', 200),
    photos: [],
    confirmed: checked(texts, 'confirm-', 40),
    anotherThan: checked(texts, 'another-', SKU_MAX),
  }
}

/** Fields of the form that show a problem of their block. */
export type PlainField =
  | 'marking'
  | 'brand'
  | 'model'
  | 'season'
  | 'treadNew'
  | 'depths'
  | 'dot'
  | 'noFindings'
  | 'photo-tread'
  | 'price'
  | 'priceWhy'
  | 'bin'
  | 'lotId'

const OF_BLOCK: Readonly<Record<Block, PlainField>> = {
  size: 'marking',
  tire: 'model',
  tread: 'depths',
  dot: 'dot',
  findings: 'noFindings',
  photos: photoField(PHOTO_SLOTS[0]) as PlainField,
  price: 'price',
}
/** Problems that another field of their block shows, by the beginning of their code. */
const OF_CODE: readonly (readonly [string, PlainField])[] = [
  ['brand', 'brand'],
  ['season', 'season'],
  ['tread-new', 'treadNew'],
  ['price-why', 'priceWhy'],
  ['price-floor-why', 'priceWhy'],
  ['bin', 'bin'],
  ['lot', 'lotId'],
]

/** Returns the field at which a problem is shown. */
export function fieldOfProblem(block: Block, { code }: Problem): PlainField {
  return OF_CODE.find(([beginning]) => code.startsWith(beginning))?.[1] ?? OF_BLOCK[block]
}
