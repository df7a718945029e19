/**
 * Sizes that exist, with their usual load indexes and speed symbols (rarer ones later) and how often shoppers
 * look for them.
 */
import * as v from 'valibot'
import { parseTireSize, type TireSize } from '../../schema/catalog/sizes/tire-size.ts'
import { CELL_LIST, CELL_NUMBER, readTable } from '../load/data-file.ts'

export const SIZE_CLASSES = ['car', 'sport', 'suv', 'light-truck', 'truck'] as const
export type SizeClass = (typeof SIZE_CLASSES)[number]

export interface SeedSize extends TireSize {
  label: string
  loads: number[]
  /** Load index of dual tires. */
  dualLoad: number | null
  loadRange: string | null
  speeds: string[]
  class: SizeClass
  weight: number
}

const ROW = v.object({
  size: v.string(),
  loads: v.pipe(CELL_LIST, v.array(CELL_NUMBER)),
  dualLoad: v.optional(CELL_NUMBER),
  speeds: v.string(),
  class: v.picklist(SIZE_CLASSES),
  weight: CELL_NUMBER,
  loadRange: v.optional(v.string()),
})

export const SIZES: readonly SeedSize[] = readTable(new URL('sizes.csv', import.meta.url), ROW).map((row) => {
  const size = parseTireSize(row.size)
  if (!size) throw new Error(`not a size: ${row.size}`)
  return {
    label: row.size,
    ...size,
    loads: row.loads,
    dualLoad: row.dualLoad ?? null,
    loadRange: row.loadRange ?? null,
    speeds: [...row.speeds],
    class: row.class,
    weight: row.weight,
  }
})
