/** The names that the search recognizes in a term: sizes, brands and models in stock. */
import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import type { Vocabulary } from '../../../schema/catalog/search/search-term.ts'
import { cachePerVersion } from '../../platform/cache/per-version.ts'
import type { Catalog } from '../index/catalog.ts'

/** Reads the models brand by brand, because a bucket of the listing does not name the brand of a model. */
const readModels = cachePerVersion(
  async (_version, { listing }: Catalog, brands: Vocabulary['brands']): Promise<Vocabulary['models']> => {
    const lists = await Promise.all(
      brands.map(async ({ slug: brand }) => {
        const query = { ...EMPTY_QUERY, size: 0, choices: { brand: [brand] } }
        const { buckets } = await listing.find(query, ['model'])
        return (buckets.model ?? []).map(({ key, label }) => ({ slug: key, label, brand }))
      }),
    )
    return lists.flat()
  },
)

/** Returns the names of this version of the catalog; models require one query of the index per brand. */
export async function getVocabulary(catalog: Catalog): Promise<Vocabulary> {
  const [sizes, brands] = await Promise.all([catalog.sizes(), catalog.brands()])
  // While a new index is built, the old one answers and may have other models, so `isCurrent` is part of the
  // key.
  const models = await readModels(`${catalog.productsVersion} ${catalog.isCurrent}`, catalog, brands)
  return { sizes, brands, models }
}
