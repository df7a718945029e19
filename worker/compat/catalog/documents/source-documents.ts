/** Reduces documents of products to the requested fields, and keeps the reduced JSON of recent requests. */
import { LRUCache } from 'lru-cache'
import { createSourceFilter, type SourceFilter } from '../../../../schema/compat/catalog/source-filter.api.ts'
import { documentsInOrder, type ProductJson, parseDocument } from './product-documents.ts'
import type { ProductSource } from './product-source.ts'

/** Bytes of an isolate's 128 MB that reduced documents may use. */
const BUDGET = 1.5 * 1024 * 1024
/** Bytes of an entry beside its JSON. */
const ENTRY_BYTES = 200
/** Sets of patterns that are remembered; a client has one for its lists and one for its products. */
const MAX_SETS = 20

/** Numbers of the sets of patterns, so that a set is not part of every key. */
const numbers = new LRUCache<string, number>({ max: MAX_SETS })
let lastNumber = 0

/** JSON by set and document; a changed document has another serial number. */
const reduced = new LRUCache<string, Uint8Array>({
  maxSize: BUDGET,
  sizeCalculation: ({ length }) => ENTRY_BYTES + length,
})

const encoder = new TextEncoder()

/** Returns the documents in the order of the ids, each as JSON with the selected fields. */
export async function reducedDocuments(
  products: ProductSource,
  ids: readonly number[],
  source: SourceFilter,
): Promise<{ id: number; json: Uint8Array }[]> {
  const reduce = createJsonFilter(source)
  const documents = await documentsInOrder(products, ids)
  return documents.map((document) => ({ id: document.id, json: reduce(document) }))
}

function createJsonFilter(source: SourceFilter): (document: ProductJson) => Uint8Array {
  if (source.include.length === 0 && source.exclude.length === 0) return ({ json }) => json
  const set = numberOf(source)
  const pick = createSourceFilter(source)
  return (document) => {
    const key = `${set} ${document.serial}`
    const known = reduced.get(key)
    if (known) return known
    const json = encoder.encode(JSON.stringify(pick(parseDocument(document))))
    reduced.set(key, json)
    return json
  }
}

function numberOf({ include, exclude }: SourceFilter): number {
  const key = JSON.stringify([include, exclude])
  const number = numbers.get(key) ?? ++lastNumber
  numbers.set(key, number)
  return number
}
