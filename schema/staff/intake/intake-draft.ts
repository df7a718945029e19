/**
 * The draft of a unit that is being taken in (H14). The phone saves it at each tap, so the schema only limits what is
 * stored; check-draft.ts says what is still missing or wrong.
 */
import * as v from 'valibot'
import { PATTERN_NAMES, SEASONS, SKU_MAX } from '../../catalog/product/product.ts'
import { boundedList } from '../../platform/list.ts'
import { CENTS } from '../../platform/money.ts'
import { FINDING } from './findings.ts'

export const UNIT_GRADES = ['A', 'B', 'C'] as const

/** What each photo of a unit shows. */
export const PHOTO_SLOTS = ['tread', 'sidewall', 'dot', 'worst'] as const
export type PhotoSlot = (typeof PHOTO_SLOTS)[number]

/** Stands in `dot` for a code that cannot be read. */
export const UNREADABLE_DOT = 'unreadable'

/** Grooves whose depth is measured at most. */
export const MAX_GROOVES = 6

const text = (max: number) => v.nullish(v.pipe(v.string(), v.maxLength(max)))
const depth = v.pipe(v.number(), v.minValue(-99), v.maxValue(99), v.description('32nds of an inch'))

export const INTAKE_DRAFT = v.object({
  lotId: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1))),
  bin: text(20),
  /** Size and markings as typed or chosen, e.g. `LT245/75R16 120/116S E`. */
  marking: text(60),
  brand: text(60),
  model: text(80),
  season: v.nullish(v.picklist(SEASONS)),
  pattern: v.nullish(v.picklist(PATTERN_NAMES)),
  /** Depth of the tread when new. */
  treadNew: v.nullish(depth),
  runFlat: v.nullish(v.boolean()),
  /** From the outer to the inner groove, in halves. */
  depths: v.optional(boundedList(depth, 12), []),
  /** Week and year, `WWYY`, or the whole TIN, or `unreadable`. */
  dot: text(40),
  findings: v.optional(boundedList(FINDING, 20), []),
  /** True when the inspector looked and found nothing. */
  noFindings: v.optional(v.boolean(), false),
  airTest: v.nullish(v.picklist(['held', 'later'])),
  /** A grade below the one that follows from findings and tread. */
  grade: v.nullish(v.picklist(UNIT_GRADES)),
  price: v.nullish(v.pipe(CENTS, v.minValue(-99_999_999), v.maxValue(99_999_999))),
  priceWhy: text(500),
  photos: v.optional(
    boundedList(
      v.object({
        slot: v.picklist(PHOTO_SLOTS),
        /** Difference hash of the picture, 16 hex digits. */
        hash: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))),
      }),
      PHOTO_SLOTS.length,
    ),
    [],
  ),
  /** Codes of questions that the person answered with yes, e.g. `deeper-than-new`. */
  confirmed: v.optional(boundedList(v.pipe(v.string(), v.maxLength(40)), 20), []),
  /** Skus of units that looked like this tire and are another one, as the person said. */
  anotherThan: v.optional(boundedList(v.pipe(v.string(), v.maxLength(SKU_MAX)), 20), []),
})
export type IntakeDraft = v.InferOutput<typeof INTAKE_DRAFT>

/** The parts of the intake page, in their order. */
export const BLOCKS = ['size', 'tire', 'tread', 'dot', 'findings', 'photos', 'price'] as const
export type Block = (typeof BLOCKS)[number]

export const PROBLEM = v.object({
  code: v.string(),
  message: v.string(),
  /** A question: the problem ends when `confirmed` has its code. */
  ask: v.exactOptional(v.literal(true)),
})
export type Problem = v.InferOutput<typeof PROBLEM>
