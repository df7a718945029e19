/**
 * The second, small index of the products that changed since the snapshot. It lies in the same arrays, in spare
 * document numbers after those of the snapshot, with segments of its own: every query counts and merges segments, so
 * the results are those of a rebuilt index. The snapshot's document of a changed product stays where it is and is in
 * no list.
 */
import { SETS } from '../../../../schema/catalog/product/product.ts'
import { emptyBits, setBit } from '../bits.ts'
import {
  type CatalogDocument,
  COLUMN_FILTERS,
  compareValues,
  type DocumentValue,
} from '../build/index-columns.ts'
import {
  packForm,
  SETQTYS,
  type Segment,
  SPARE_DOCUMENTS,
  segmentOf,
  setsInStock,
} from '../build/index-meta.ts'
import type { Column } from '../build/snapshot-file.ts'
import { codesOf, documentId, type FacetedIndex, type IndexColumn, lowerSetRatio } from '../faceted-index.ts'
import { updateOrders } from './order-changes.ts'
import type { ProductChange } from './product-change.ts'

/**
 * Applies changes of products, which must come in the order of url_key. Returns false and changes nothing when they
 * do not fit, or when a product was listed after `changes` were read; then a later call or a rebuild helps.
 */
export function applyProductChanges(index: FacetedIndex, changes: readonly ProductChange[]): boolean {
  const replaced = new Set(changes.map(({ id }) => id))
  const added = changes.filter(({ document }) => document !== null)
  const addedIds = new Set(added.map(({ id }) => id))
  const isKnown = (id: number | null) =>
    id === null || addedIds.has(id) || (!replaced.has(id) && documentId(index, id) >= 0)
  if (!added.every(({ previous }) => isKnown(previous.created_at) && isKnown(previous.url_key))) return false
  const documents = [
    ...[...index.changed].flatMap(([id, { document }]) => (document && !replaced.has(id) ? document : [])),
    ...added.flatMap(({ document }) => document ?? []),
  ].sort((a, b) => segmentOf(a.setqty) - segmentOf(b.setqty) || a.finalPrice - b.finalPrice || a.id - b.id)
  const { segments, docs } = numberChanged(index.meta.docs, documents)
  if ((segments.at(-1)?.to ?? 0) > index.meta.docs + SPARE_DOCUMENTS) return false

  const before = new Map([...index.changed].map(([id, { doc }]) => [doc, id]))
  for (const { id } of changes) unlist(index, documentId(index, id))
  clearChanged(index)
  for (const { id, document, categories } of changes) index.changed.set(id, { doc: -1, document, categories })
  documents.forEach((document, at) => {
    const own = index.changed.get(document.id)
    if (own) own.doc = docs[at] as number
  })
  index.segments = [...index.meta.segments, ...segments]
  for (const document of documents) write(index, documentId(index, document.id), document)
  updateOrders(
    index,
    (doc) => {
      if (doc < index.meta.docs) return doc
      const id = before.get(doc)
      return id === undefined || replaced.has(id) ? -1 : documentId(index, id)
    },
    added,
  )
  index.changes += 1
  index.smart.clear()
  index.stocked.clear()
  return true
}

/** Numbers the sorted documents from `first` on, segment by segment. */
function numberChanged(first: number, documents: readonly CatalogDocument[]) {
  const docs: number[] = []
  let doc = first
  const segments = SETQTYS.map((setqty, segment): Segment => {
    const from = Math.ceil(doc / 32) * 32
    doc = from
    for (const document of documents) if (segmentOf(document.setqty) === segment) docs.push(doc++)
    return { setqty, from, to: doc }
  })
  return { segments, docs }
}

/** Removes a document from everything that is listed. */
function unlist({ listed, inStock }: FacetedIndex, doc: number): void {
  if (doc < 0) return
  setBit(listed, doc, false)
  setBit(inStock, doc, false)
}

/** Empties the spare part of all bit sets. */
function clearChanged(index: FacetedIndex): void {
  const from = index.meta.docs / 32
  for (const bits of [index.listed, index.inStock, ...index.sets]) bits.fill(0, from)
  for (const column of index.columns.values()) for (const bits of column.bits ?? []) bits.fill(0, from)
}

/** Writes a document into all columns. */
function write(index: FacetedIndex, doc: number, document: CatalogDocument): void {
  const { qty, manage, setqty, treadDepth } = document
  index.ids[doc] = document.id
  index.price[doc] = document.finalPrice
  index.pairPrice[doc] = document.pairPrice
  index.fourPrice[doc] = document.fourPrice
  index.lowestSetRatio = lowerSetRatio(
    index.lowestSetRatio,
    document.finalPrice,
    document.pairPrice,
    document.fourPrice,
  )
  index.form[doc] = packForm(document)
  index.ratings[doc] = document.ratingRank
  index.tread[doc] = treadDepth === null ? 0 : codeOfTread(index, treadDepth)
  COLUMN_FILTERS.forEach((filter, at) => {
    const column = index.columns.get(filter)
    if (!column) return
    const value = document.values[at] ?? null
    const code = value ? codeOfValue(index, column, value, document) : 0
    column.codes[doc] = code
    const bits = column.bits?.[code - 1]
    if (bits) setBit(bits, doc, true)
  })
  const sets = setsInStock(document.setsOffered, qty, manage)
  for (let bit = 0; bit < SETS.length; bit++)
    if ((sets >> bit) & 1) setBit(index.sets[bit] ?? emptyBits(0), doc, true)
  setBit(index.listed, doc, true)
  setBit(index.inStock, doc, !manage || qty >= setqty)
}

/** Returns the code of a tread depth. */
function codeOfTread(index: FacetedIndex, depth: number): number {
  const { tread } = index.meta
  const known = tread.indexOf(depth)
  if (known >= 0) return known + 1
  const at = tread.filter((other) => other < depth).length
  tread.splice(at, 0, depth)
  index.tread = withCode(index.tread, at + 1, tread.length)
  return at + 1
}

/** Returns the code of a value; a new value gets its place in the order of display. */
function codeOfValue(
  index: FacetedIndex,
  column: IndexColumn,
  value: DocumentValue,
  { width, aspect, rim }: CatalogDocument,
): number {
  const { filter, keys, labels, bits, postings } = column
  const code = column.codeOf.get(value.key)
  if (code !== undefined) return code
  const known = index.options.labels.get(filter)
  const shown = { key: value.key, label: known?.get(value.key)?.label ?? value.label }
  const next = keys.findIndex((key, at) => compareValues(known, { key, label: labels[at] ?? '' }, shown) > 0)
  const at = next < 0 ? keys.length : next
  keys.splice(at, 0, shown.key)
  labels.splice(at, 0, shown.label)
  if (filter === 'size') index.meta.sizes.splice(at, 0, { width, aspect, rim })
  bits?.splice(at, 0, emptyBits(index.words))
  if (postings) {
    const cells = Math.ceil(index.meta.docs / 0x10000)
    const starts = new Uint32Array(postings.starts.length + cells)
    starts.set(postings.starts.subarray(0, at * cells))
    starts.fill(postings.starts[at * cells] ?? 0, at * cells, (at + 1) * cells)
    starts.set(postings.starts.subarray(at * cells), (at + 1) * cells)
    postings.starts = starts
  }
  column.codes = withCode(column.codes, at + 1, keys.length)
  column.codeOf = codesOf(keys)
  return at + 1
}

/** Makes room for a new code: the codes from it on become greater by one. */
function withCode(codes: Column, code: number, largest: number): Column {
  const wide = codes instanceof Uint8Array && largest > 255 ? Uint16Array.from(codes) : codes
  for (let doc = 0; doc < wide.length; doc++)
    if ((wide[doc] as number) >= code) wide[doc] = (wide[doc] as number) + 1
  return wide
}
