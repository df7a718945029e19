/** Invented brands and models. As far as the authors know, none of them is a real tire brand. */
import * as v from 'valibot'
import {
  PATTERN_NAMES,
  type PatternName,
  SEASONS,
  type Season,
} from '../../schema/catalog/product/product.ts'
import { CELL_LIST, CELL_NUMBER, readTable } from '../load/data-file.ts'
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
  /** Also sold as run-flat in sport sizes. */
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
  classes: v.pipe(CELL_LIST, v.array(v.picklist(SIZE_CLASSES))),
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

/** Advertised features by tread pattern; the second of each is about the tread. */
export const FEATURES: Readonly<Record<PatternName, readonly string[]>> = features
