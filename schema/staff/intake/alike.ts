/** Units that look like the tire in hand (H14): the same one taken in twice, and tires that would make a set with it. */
import { dotDate } from '../../catalog/sizes/tire-text.ts'
import { DAY_MS } from '../../platform/duration.ts'
import type { IntakeSettings } from './intake-settings.ts'

/** How far two measurements of one groove may differ, in 32nds of an inch. */
const SAME_GROOVE = 0.5
/** Bits in which the hashes of two pictures of one tire may differ. */
const SAME_PICTURE_BITS = 6
/** The other tires of a set of four. */
const MAX_MATES = 3
const WEEK_MS = 7 * DAY_MS

/** What two tires are compared by. */
export interface AlikeTire {
  brandSlug: string
  modelSlug: string
  sizeSlug: string
  load: number | null
  speed: string | null
  runFlat: boolean
  depths: readonly number[]
  /** `WWYY`; `null` when unreadable. */
  dot: string | null
}

/** Counts the bits in which two difference hashes of 16 hex digits differ. */
export function hammingDistance(a: string, b: string): number {
  let bits = 0
  for (let difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`); difference > 0n; difference >>= 1n)
    bits += Number(difference & 1n)
  return bits
}

/** Checks whether two hashes are of pictures of the same tread. */
export function isSamePicture(a: string, b: string): boolean {
  return hammingDistance(a, b) <= SAME_PICTURE_BITS
}

function isSameModel(a: AlikeTire, b: AlikeTire): boolean {
  return a.brandSlug === b.brandSlug && a.modelSlug === b.modelSlug && a.sizeSlug === b.sizeSlug
}

/** Checks whether two records may be of one tire: same model, size and week, each groove as deep within measurement. */
export function isPossibleDuplicate(a: AlikeTire, b: AlikeTire): boolean {
  return (
    isSameModel(a, b) &&
    a.dot === b.dot &&
    a.depths.length === b.depths.length &&
    a.depths.every((depth, index) => Math.abs(depth - (b.depths[index] ?? 0)) <= SAME_GROOVE)
  )
}

type SetLimits = Pick<IntakeSettings, 'setTread' | 'setWeeks'>

/** Checks whether all these tires may be sold as one set. */
export function isSet(tires: readonly AlikeTire[], { setTread, setWeeks }: SetLimits): boolean {
  const [first] = tires
  if (!first) return false
  const isSame = tires.every(
    (tire) =>
      isSameModel(tire, first) &&
      tire.load === first.load &&
      tire.speed === first.speed &&
      tire.runFlat === first.runFlat,
  )
  const leasts = tires.map(({ depths }) => Math.min(...depths))
  const weeks = tires.map(({ dot }) => dotDate(dot)?.at ?? Number.NaN)
  return (
    isSame &&
    Math.max(...leasts) - Math.min(...leasts) <= setTread &&
    // An unreadable date is NaN, and the comparison is false.
    Math.round((Math.max(...weeks) - Math.min(...weeks)) / WEEK_MS) <= setWeeks
  )
}

/** Returns the tires that make the most even set with `tire`, at most three, nearest tread first. */
export function findSetMates<Tire extends AlikeTire>(
  tire: AlikeTire,
  candidates: readonly Tire[],
  limits: SetLimits,
): Tire[] {
  const least = Math.min(...tire.depths)
  const distance = ({ depths }: Tire) => Math.abs(Math.min(...depths) - least)
  const mates: Tire[] = []
  for (const candidate of candidates.toSorted((a, b) => distance(a) - distance(b))) {
    if (mates.length < MAX_MATES && isSet([tire, ...mates, candidate], limits)) mates.push(candidate)
  }
  return mates
}
