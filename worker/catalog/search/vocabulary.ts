/** The names that a search term is read by: sizes, brands and models in stock. */

import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import type { Vocabulary } from '../../../schema/catalog/search/search-term.ts'
import { perVersion } from '../../platform/cache/per-version.ts'
import type { Catalog } from '../index/catalog.ts'

const readModels = perVersion((_version, catalog: Catalog, brands: Vocabulary['brands']) =>
  modelsOf(catalog, brands),
)

/** Returns the names of this version; models cost one query to the index for each brand. */
export async function getVocabulary(catalog: Catalog): Promise<Vocabulary> {
  const [sizes, brands] = await Promise.all([catalog.sizes(), catalog.brands()])
  // The index of the version before answers too while the new one is built, and knows other models.
  const models = await readModels(`${catalog.version} ${catalog.settled}`, catalog, brands)
  return { sizes, brands, models }
}

/** The listing knows the models of a brand, not the brand of a model. */
async function modelsOf({ listing }: Catalog, brands: Vocabulary['brands']): Promise<Vocabulary['models']> {
  const lists = await Promise.all(
    brands.map(async ({ slug: brand }) => {
      const { buckets } = await listing.find({ ...EMPTY_QUERY, size: 0, choices: { brand: [brand] } }, [
        'model',
      ])
      return (buckets.model ?? []).map(({ key, label }) => ({ slug: key, label, brand }))
    }),
  )
  return lists.flat()
}
