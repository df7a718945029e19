import { describe, expect, test } from 'vitest'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { type AlikeTire, isPossibleDuplicate } from '../../schema/staff/intake/alike.ts'
import { createRandom } from './prng.ts'
import { makeUnit } from './unit.ts'

const SEED = 20_26
const COUNT = 6000

/** The used tires of the demo shop, one by one; the tires of a set come one after the other, "one more like it". */
const tires = Array.from({ length: COUNT }, (_, index) => makeUnit(SEED, index, COUNT, 1)).flatMap(
  ({ product: { sku, tire, passport } }) =>
    tire && passport
      ? passport.grooves.map((depths): AlikeTire & { sku: string } => ({
          ...{
            sku,
            depths,
            dot: tire.dot,
            runFlat: tire.runFlat,
            load: tire.tireLoad,
            speed: tire.tireSpeed,
          },
          sizeSlug: sizeSlug(tire.size),
          brandSlug: optionSlug(tire.brand),
          modelSlug: optionSlug(tire.model),
        }))
      : [],
)
const keyOf = ({ sizeSlug, brandSlug, modelSlug }: AlikeTire) => `${sizeSlug} ${brandSlug} ${modelSlug}`
const byModel = new Map<string, typeof tires>()
for (const tire of tires) byModel.set(keyOf(tire), [...(byModel.get(keyOf(tire)) ?? []), tire])

describe('[H14d] the tires of the demo shop, with its sets of four', () => {
  test('a tire that is taken in again, measured anew, is asked about in at least 99 of 100 cases', () => {
    const random = createRandom(SEED, COUNT)
    const found = tires.filter((tire) => {
      const again = { ...tire, depths: tire.depths.map((depth) => depth + random.pick([-0.5, 0, 0.5])) }
      return (byModel.get(keyOf(again)) ?? []).some((one) => one === tire && isPossibleDuplicate(again, one))
    })
    expect(tires.length).toBeGreaterThan(4000)
    expect(found.length / tires.length).toBeGreaterThanOrEqual(0.99)
  })

  test('at most one new tire in 50 is asked about; tires of one set are known to be others', () => {
    const asked = tires.filter((tire) =>
      (byModel.get(keyOf(tire)) ?? []).some((one) => one.sku !== tire.sku && isPossibleDuplicate(tire, one)),
    )
    expect(asked.length / tires.length).toBeLessThanOrEqual(0.02)
  })
})
