/** Notes about tires in a cart that should not be mixed on one car: sizes, seasons, and kinds of load. */
import type { Tire } from '../catalog/product/product.ts'
import { parseTireSize } from '../catalog/sizes/tire-size.ts'

/** The values of a tire that are compared. */
export type MixedTire = Pick<Tire, 'size' | 'season' | 'loadRange'>
/** A number of alike tires. */
export interface TireCount {
  tire: MixedTire
  count: number
}

/** The tires of an axle need one size and load: groups of this many tires may be for another axle or car. */
const AXLE_TIRES = 2
/** The tires of a car need one season: groups of this many tires may be for another car. */
const CAR_TIRES = 4

const SEASONS: Record<Tire['season'], string> = {
  'All seasons': 'all-season',
  Summer: 'summer',
  Winter: 'winter',
}

/** Returns the kind of load that a tire is made for. */
function loadKind({ size, loadRange }: MixedTire): string {
  const type = parseTireSize(size)?.type
  if (type === 'LT' || type === 'C') return 'light-truck'
  return loadRange === 'XL' ? 'extra-load (XL)' : 'standard-load'
}

/** Returns the different values of the tires, such as `winter and summer`; `null` when each value has whole groups of `group` tires. */
function mixedValues(
  tires: readonly TireCount[],
  value: (tire: MixedTire) => string,
  group: number,
): string | null {
  const counts = new Map<string, number>()
  for (const { tire, count } of tires) counts.set(value(tire), (counts.get(value(tire)) ?? 0) + count)
  const isMixed = counts.size > 1 && [...counts.values()].some((count) => count % group !== 0)
  return isMixed ? [...counts.keys()].join(' and ') : null
}

/**
 * Returns for each line the sentences about its tires that one car should not mix with those of the lines before it. None for one
 * kind of tires, for whole sets of four, which may be for several cars, and for pairs of two sizes, as for a car with wider tires
 * on its rear axle.
 */
export function mixedTireNotes(lines: readonly (readonly TireCount[])[]): string[][] {
  const tires = lines.flat()
  const notes = lines.map((): string[] => [])
  const add = (
    group: number,
    value: (tire: MixedTire) => string,
    format: (values: string) => string,
  ): boolean => {
    const values = mixedValues(tires, value, group)
    if (values === null) return false
    const first = tires[0] && value(tires[0].tire)
    const line = lines.findIndex((one) => one.some(({ tire }) => value(tire) !== first))
    notes[line]?.push(format(values))
    return true
  }
  const areSizesMixed = add(
    AXLE_TIRES,
    ({ size }) => size,
    (sizes) => `This cart mixes the sizes ${sizes}. On one car, both tires of an axle need the same size.`,
  )
  add(
    CAR_TIRES,
    ({ season }) => SEASONS[season],
    (seasons) => `This cart mixes ${seasons} tires. On one car, use four of the same kind.`,
  )
  // The load of another size says nothing.
  if (!areSizesMixed)
    add(
      AXLE_TIRES,
      loadKind,
      (loads) =>
        `This cart mixes ${loads} tires. On one car, both tires of an axle need the same load rating.`,
    )
  return notes
}
