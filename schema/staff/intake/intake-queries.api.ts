/** GET /api/ext/staff/intake/{suggestion,alike,choices}: what the shop knows about the tire in hand (H14). */
import * as v from 'valibot'
import { PATTERN_NAMES, SEASONS, SKU_MAX } from '../../catalog/product/product.ts'
import { parseDotCode } from '../../catalog/sizes/dot-code.ts'
import { parseMarking } from '../../catalog/sizes/tire-marking.ts'
import { UNIT_GRADES } from './intake-draft.ts'

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))

const MARKING = v.pipe(
  text(60),
  v.transform((value) => parseMarking(value)),
  v.check((marking) => marking !== null, 'is no tire size'),
  v.transform((marking) => marking as NonNullable<typeof marking>),
)
/** `7,7.5,7`: depths of the grooves. */
const DEPTHS = v.pipe(
  text(60),
  v.regex(/^\d{1,2}(\.5)?(,\d{1,2}(\.5)?){0,5}$/, 'is no list of depths such as 7,7.5,7'),
  v.transform((value) => value.split(',').map(Number)),
)
/** Week and year of a DOT code; `null` for one that cannot be read. */
const DOT_DATE = v.pipe(
  v.optional(text(40), ''),
  v.transform((value) => {
    const code = parseDotCode(value)
    return typeof code === 'string' ? null : code.date
  }),
)
const FLAG = v.pipe(
  v.optional(v.picklist(['0', '1']), '0'),
  v.transform((value) => value === '1'),
)
const DEPTH = v.pipe(v.string(), v.regex(/^\d{1,2}(\.5)?$/), v.transform(Number))

export const SUGGESTION_QUERY = v.object({
  marking: MARKING,
  brand: text(60),
  model: text(80),
  season: v.picklist(SEASONS),
  depths: DEPTHS,
  treadNew: DEPTH,
  dot: DOT_DATE,
  grade: v.picklist(UNIT_GRADES),
  runFlat: FLAG,
})
export type SuggestionQuery = v.InferOutput<typeof SUGGESTION_QUERY>

export const ALIKE_QUERY = v.object({
  marking: MARKING,
  brand: text(60),
  model: text(80),
  depths: DEPTHS,
  dot: DOT_DATE,
  runFlat: FLAG,
  /** Difference hash of the photo of the tread. */
  hash: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))),
  /** Skus that are known to be other tires, separated by commas; a draft has up to 20. */
  except: v.pipe(
    v.optional(text(20 * (SKU_MAX + 1)), ''),
    v.transform((value) => value.split(',').filter(Boolean)),
  ),
})
export type AlikeQuery = v.InferOutput<typeof ALIKE_QUERY>

export const ALIKE_REPLY = v.object({
  /** Units that may be this very tire, nearest first. */
  duplicates: v.array(
    v.object({
      sku: v.string(),
      name: v.string(),
      /** Why it is asked about. */
      reason: v.picklist(['measurements', 'picture']),
      /** Who took it in, and when, in milliseconds; `null` for a unit that came another way. */
      takenBy: v.nullable(v.string()),
      takenAt: v.nullable(v.number()),
      /** Address of its first photo; `null` without one. */
      photo: v.nullable(v.string()),
    }),
  ),
  /** Units that make a set with this tire, at most three. */
  mates: v.array(
    v.object({
      sku: v.string(),
      least: v.number(),
      dot: v.nullable(v.string()),
      bin: v.nullable(v.string()),
    }),
  ),
  /** Tires of the set that is possible; 1 for none. */
  setSize: v.picklist([1, 2, 4]),
})
export type AlikeReply = v.InferOutput<typeof ALIKE_REPLY>

export const CHOICES_QUERY = v.object({
  /** A size for its models; without one the reply has the sizes and brands of the yard. */
  marking: v.optional(MARKING),
})

export const CHOICES_REPLY = v.object({
  /** Sizes as marked, the most frequent first. */
  sizes: v.array(v.object({ size: v.string(), count: v.number() })),
  brands: v.array(v.object({ brand: v.string(), count: v.number() })),
  /** Models known in the size, the newest first, with what its last unit had. */
  models: v.array(
    v.object({
      brand: v.string(),
      model: v.string(),
      season: v.nullable(v.picklist(SEASONS)),
      pattern: v.nullable(v.picklist(PATTERN_NAMES)),
      treadNew: v.nullable(v.number()),
      runFlat: v.boolean(),
      /** Size with load index, speed symbol and load range. */
      marking: v.string(),
    }),
  ),
})
export type ChoicesReply = v.InferOutput<typeof CHOICES_REPLY>
