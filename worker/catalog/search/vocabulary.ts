/** The names that a search term is read by: sizes, brands and models in stock. */
import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import type { Vocabulary } from '../../../schema/catalog/search/search-term.ts'
import type { Catalog } from '../index/catalog.ts'

/** Values only, never a promise: a request that is cut off would take those along that wait for its read. */
let kept: { version: string; settled: boolean; models: Vocabulary['models'] } | null = null

/** Kept per version; models cost one question to the index for each brand. */
export async function getVocabulary(catalog: Catalog): Promise<Vocabulary> {
  const [sizes, brands] = await Promise.all([catalog.sizes(), catalog.brands()])
  const { version, settled } = catalog
  // What the index of the version before knows is not what this one will.
  if (kept?.version !== version || kept.settled !== settled) {
    kept = { version, settled, models: await modelsOf(catalog, brands) }
  }
  return { sizes, brands, models: kept.models }
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
