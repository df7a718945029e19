import { expect, test } from 'vitest'
import type { Bucket } from '../../../schema/catalog/listing/listing.ts'
import type { Catalog } from '../index/catalog.ts'
import { getVocabulary } from './vocabulary.ts'

/** Returns a catalog with one brand and these models. */
function catalogWith(models: readonly string[], isCurrent: boolean): Catalog {
  const price = { count: 1, minFinalPrice: 100, minPriceByTire: 100 }
  const model = models.map((label): Bucket => ({ key: label.toLowerCase(), label, ...price }))
  return {
    version: 'import-2',
    isCurrent,
    options: { labels: new Map(), smart: [] },
    productsVersion: '1 0',
    countsVersion: '1 0 0',
    sizes: async () => [],
    brands: async () => [{ slug: 'halden', label: 'Halden', count: 1, minPriceByTire: 100 }],
    findProduct: () => null,
    listing: {
      find: async () => ({ ids: [], total: 0, buckets: { model }, treadSteps: [], minPriceByTire: null }),
      count: async () => [],
      prices: async () => ({ min: null, max: null, ranges: [] }),
    },
  }
}

test('[C9] models of an import are recognized as soon as the new index is open', async () => {
  await getVocabulary(catalogWith(['Velo'], false))
  const { models } = await getVocabulary(catalogWith(['Velo', 'Aspen'], true))
  expect(models.map(({ slug, brand }) => [slug, brand])).toEqual([
    ['velo', 'halden'],
    ['aspen', 'halden'],
  ])
})
