/** Invented brands and models. None of the names is a tire brand that the authors know of. */
import * as v from 'valibot'
import {
  PATTERN_NAMES,
  type PatternName,
  SEASONS,
  type Season,
} from '../../schema/catalog/product/product.ts'
import { CELL_NUMBER, CELL_WORDS, readTable } from '../load/data-file.ts'
import features from './features.json' with { type: 'json' }
import { SIZE_CLASSES, type SizeClass } from './sizes.ts'

export const TIERS = ['premium', 'mid', 'value'] as const
export type Tier = (typeof TIERS)[number]

export interface SeedModel {
  brand: string
  tier: Tier
  name: string
  season: Season
  pattern: PatternName
  classes: readonly SizeClass[]
  /** Tread when new, 32nds of an inch. */
  treadNew: number
  /** Made as run-flat in sport sizes too. */
  runFlat: boolean
  /** Only sold retreaded. */
  retread: boolean
}

const ROW = v.object({
  brand: v.string(),
  tier: v.picklist(TIERS),
  model: v.string(),
  season: v.picklist(SEASONS),
  pattern: v.picklist(PATTERN_NAMES),
  classes: v.pipe(CELL_WORDS, v.array(v.picklist(SIZE_CLASSES))),
  tread: CELL_NUMBER,
  mark: v.optional(v.picklist(['run-flat', 'retread'])),
})

export const MODELS: readonly SeedModel[] = readTable(new URL('models.csv', import.meta.url), ROW).map(
  ({ model, tread, mark, ...rest }) => ({
    ...rest,
    name: model,
    treadNew: tread,
    runFlat: mark === 'run-flat',
    retread: mark === 'retread',
  }),
)

export const BRAND_NAMES: readonly string[] = [...new Set(MODELS.map(({ brand }) => brand))]

/** What a model of this kind is praised for; the second line of each is about its tread. */
export const FEATURES: Readonly<Record<PatternName, readonly string[]>> = features
