/** The state of the finder in this tab: after Back from a list it is restored, and open again on a phone. */
import * as v from 'valibot'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

const PART = v.pipe(v.number(), v.minValue(1), v.maxValue(999))
const STORED = v.object({
  mode: v.picklist(['size', 'car']),
  size: v.nullable(v.object({ width: PART, aspect: PART, rim: PART })),
  /** Answers of the car wizard, in order. */
  car: v.pipe(v.array(v.pipe(v.string(), v.maxLength(80))), v.maxLength(5)),
})
export type StoredFinder = v.InferOutput<typeof STORED>
export type FinderMode = StoredFinder['mode']

/** This key decides when the finder is hydrated (`stored:finder`, client/platform/islands/island.tsx). */
export const { read: readFinder, save: storeFinder } = storedValue(
  'finder',
  v.parser(v.fallback(v.nullable(STORED), null)),
  () => sessionStorage,
)
