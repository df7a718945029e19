/**
 * What was chosen in the finder, stored in this tab: after Back from a list the finder is as it was left, and on a phone
 * open again.
 */
import * as v from 'valibot'

const PART = v.pipe(v.number(), v.minValue(1), v.maxValue(999))
const STORED = v.object({
  mode: v.picklist(['size', 'car']),
  size: v.nullable(v.object({ width: PART, aspect: PART, rim: PART })),
  /** Answers of the car wizard, in order. */
  car: v.pipe(v.array(v.pipe(v.string(), v.maxLength(80))), v.maxLength(5)),
})
export type StoredFinder = v.InferOutput<typeof STORED>
export type FinderMode = StoredFinder['mode']

/** The finder's island waits under this name (`stored:finder`, client/platform/islands/island.tsx). */
const KEY = 'finder'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Reached for only inside `try`: where storage is forbidden, even that throws. */
const tabStorage = (): TextStorage => sessionStorage

/** `null` when nothing readable is stored. */
export function readFinder(storage: () => TextStorage = tabStorage): StoredFinder | null {
  try {
    const read = v.safeParse(STORED, JSON.parse(storage().getItem(KEY) ?? 'null'))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

export function storeFinder(finder: StoredFinder, storage: () => TextStorage = tabStorage): void {
  try {
    storage().setItem(KEY, JSON.stringify(finder))
  } catch {
    // Full or forbidden: then the finder starts anew.
  }
}
