/**
 * Builds a snapshot of the catalog from a stream of its documents, which are never all in memory.
 *
 * Documents are numbered by tires per unit, then price, then id. So both prices rise with the number within
 * each of the three segments: a price range is a range of numbers, and the first match of a bucket is its
 * cheapest.
 */
import { SETS } from '../../../../schema/catalog/product/product.ts'
import type { FilterOptions } from '../listing-engine.ts'
import { createGrowingArray, radixSort } from '../sort-documents.ts'
import {
  type CatalogDocument,
  COLUMN_FILTERS,
  type ColumnFilter,
  compareValues,
  type DocumentValue,
} from './index-columns.ts'
import {
  BITS_UP_TO,
  type CategoryMeta,
  type ColumnMeta,
  type IndexMeta,
  packForm,
  SETQTYS,
  type Segment,
  SPARE_DOCUMENTS,
  segmentOf,
  setsInStock,
} from './index-meta.ts'
import { NUMBER_ORDER_FIELDS, NUMBER_ORDERS, orderSection } from './index-orders.ts'
import { createProductPages } from './product-directory.ts'
import { type Column, type SnapshotSection, writeSnapshot } from './snapshot-file.ts'

export interface CatalogFacts {
  /** Version of prices and content at which the documents were read. */
  version: string
  /** Id of the last stock event before the first document was read. */
  event: number
  options: FilterOptions
  categories: readonly CategoryFacts[]
}

export interface CategoryFacts {
  id: number
  filter: Record<string, string[]> | null
  /** Ids of the products that merchants put into the category by hand. */
  products: readonly number[]
}

export interface IndexBuilder {
  /** Adds a document; documents must come in the order of their ids. */
  add(document: CatalogDocument): void
  /** Adds the next ids in the order of url_key; all calls together must name every document. */
  addUrlOrder(ids: readonly number[]): void
  /** Returns the bytes of the snapshot. */
  finish(facts: CatalogFacts): ArrayBuffer
}

/** Segments begin on whole words of the bit sets. */
const WORD = 32
const CHUNK = 0x10000

/** Begins an empty index. */
export function createIndexBuilder(): IndexBuilder {
  const [ids, prices] = [createGrowingArray(Uint32Array), createGrowingArray(Uint32Array)]
  const setPrices = { pairPrice: createGrowingArray(Uint32Array), fourPrice: createGrowingArray(Uint32Array) }
  const forms = createGrowingArray(Uint8Array)
  const [segments, stock] = [createGrowingArray(Uint8Array), createGrowingArray(Uint8Array)]
  const [treads, urlIds] = [createGrowingArray(Float64Array), createGrowingArray(Uint32Array)]
  const pages = createProductPages()
  const orders = NUMBER_ORDER_FIELDS.map((field) => ({ field, keys: createGrowingArray(Float64Array) }))
  const columns = COLUMN_FILTERS.map(createValueColumn)
  const dimensionsBySize = new Map<string, Dimensions>()

  function add(document: CatalogDocument): void {
    const { setqty, qty, manage, values } = document
    ids.push(document.id)
    prices.push(document.finalPrice)
    setPrices.pairPrice.push(document.pairPrice)
    setPrices.fourPrice.push(document.fourPrice)
    forms.push(packForm(document))
    segments.push(segmentOf(setqty))
    stock.push((!manage || qty >= setqty ? 8 : 0) | setsInStock(document.setsOffered, qty, manage))
    for (const { field, keys } of orders) keys.push(NUMBER_ORDERS[field](document))
    treads.push(document.treadDepth ?? Number.NaN)
    pages.add(document)
    columns.forEach((column, at) => {
      column.add(values[at] ?? null)
    })
    const size = values[COLUMN_FILTERS.indexOf('size')]
    const { width, aspect, rim } = document
    if (size && !dimensionsBySize.has(size.key)) dimensionsBySize.set(size.key, { width, aspect, rim })
  }

  function finish(facts: CatalogFacts): ArrayBuffer {
    const count = ids.length
    const [rowIds, price, form, segment] = [ids.done(), prices.done(), forms.done(), segments.done()]
    const ordered = (key: (row: number) => number) => radixSort(Uint32Array.from(rowIds.keys()), key)
    const byPrice = ordered((row) => price[row] as number)
    const sorted = radixSort(byPrice, (row) => segment[row] as number)
    const { docOf, docs, segments: segmentMetas } = numberDocuments(sorted, segment)
    const places = docs + SPARE_DOCUMENTS
    const byDoc = <Kind extends SnapshotSection>(into: Kind, read: (row: number) => number): Kind => {
      for (let row = 0; row < count; row++) into[docOf[row] as number] = read(row)
      return into
    }

    const sections: Record<string, SnapshotSection> = {}
    sections.byId = docOf
    sections.ids = byDoc(new Uint32Array(places), (row) => rowIds[row] as number)
    sections.price = byDoc(new Uint32Array(places), (row) => price[row] as number)
    for (const [name, array] of Object.entries(setPrices)) {
      const perTire = array.done()
      sections[name] = byDoc(new Uint32Array(places), (row) => perTire[row] as number)
    }
    sections.form = byDoc(new Uint8Array(places), (row) => form[row] as number)
    for (const { field, keys } of orders) {
      const key = keys.done()
      if (field === 'rating') sections.ratings = byDoc(new Uint16Array(places), (row) => key[row] as number)
      const rows = ordered((row) => key[row] as number)
      sections[orderSection(field)] = withSpare(rows.map((row) => docOf[row] as number))
    }
    sections[orderSection('url_key')] = withSpare(toUrlOrder(urlIds.done(), rowIds, docOf))

    const { steps, codes } = codeTreads(treads.done())
    sections.tread = byDoc(column(places, steps.length), (row) => codes[row] as number)

    const columnMetas = COLUMN_FILTERS.map((filter, at): [ColumnFilter, ColumnMeta] => {
      const { meta, codes } = sortColumn(filter, columns[at] as ValueColumn, facts.options)
      const coded = byDoc(column(places, meta.keys.length), (row) => codes[row] as number)
      Object.assign(sections, columnSections(filter, coded, meta.keys.length, docs))
      return [filter, meta]
    })

    const { markings, ...pageSections } = pages.finish(docOf, docs)
    Object.assign(sections, pageSections)
    sections.stock = packStock(stock.done(), docOf, places / WORD)

    const { metas, members } = packCategories(facts.categories, rowIds, docOf)
    sections.members = members
    const sizes = columnMetas.flatMap(([filter, { keys }]) => (filter === 'size' ? keys : []))
    const meta: IndexMeta = {
      ...toCatalogMeta(facts),
      count,
      docs,
      segments: segmentMetas,
      columns: Object.fromEntries(columnMetas) as IndexMeta['columns'],
      sizes: sizes.map((key) => dimensionsBySize.get(key) ?? { width: 0, aspect: 0, rim: 0 }),
      tread: steps,
      markings,
      categories: metas,
    }
    return writeSnapshot(meta, sections)
  }

  return {
    add,
    addUrlOrder: (part) => {
      for (const id of part) urlIds.push(id)
    },
    finish,
  }
}

/** Returns the depths that occur, ascending, and for each row the index of its depth plus one, 0 without a depth. */
function codeTreads(depths: Float64Array): { steps: number[]; codes: Uint16Array } {
  const steps = [...new Set(depths)].filter((depth) => !Number.isNaN(depth)).sort((a, b) => a - b)
  const codeOf = new Map(steps.map((depth, at) => [depth, at + 1]))
  return { steps, codes: Uint16Array.from(depths, (depth) => codeOf.get(depth) ?? 0) }
}

/** Returns an order with room for documents that are added later. */
function withSpare(order: Uint32Array): Uint32Array {
  const longer = new Uint32Array(order.length + SPARE_DOCUMENTS)
  longer.set(order)
  return longer
}

/** Collects the values of a column; codes begin at 1 in the order of their first document. */
function createValueColumn() {
  const codes = createGrowingArray(Uint16Array)
  const values = new Map<string, Value>()
  return {
    codes,
    values,
    add(value: DocumentValue | null): void {
      const known = value && (values.get(value.key) ?? { code: values.size + 1, ...value })
      if (known) values.set(known.key, known)
      codes.push(known?.code ?? 0)
    },
  }
}

type ValueColumn = ReturnType<typeof createValueColumn>

/** Returns one bit set per kind of set that is in stock, and one for the products in stock. */
function packStock(state: Uint8Array, docOf: Uint32Array, words: number): Uint32Array {
  const live = new Uint32Array(words * (SETS.length + 1))
  state.forEach((bits, row) => {
    const doc = docOf[row] as number
    for (let bit = 0; bit <= SETS.length; bit++) {
      const word = bit * words + (doc >>> 5)
      if ((bits >> bit) & 1) live[word] = (live[word] as number) | (1 << (doc & 31))
    }
  })
  return live
}

/** Returns the part of the snapshot's description that does not depend on products. */
function toCatalogMeta({
  version,
  event,
  options,
}: CatalogFacts): Pick<IndexMeta, 'version' | 'event' | 'options' | 'smart' | 'types'> {
  return {
    version,
    event,
    options: [...options.labels].map(([filter, values]) => [
      filter,
      [...values].map(([value, { label, position }]) => [value, label, position]),
    ]),
    smart: options.smart,
    types: [...(options.types ?? [])],
  }
}

interface Value extends DocumentValue {
  code: number
}

interface Dimensions {
  width: number
  aspect: number
  rim: number
}

function column(docs: number, values: number): Column {
  return values < 256 ? new Uint8Array(docs) : new Uint16Array(docs)
}

/** Assigns a document number to every row, segment by segment. */
function numberDocuments(rows: Uint32Array, segmentOfRow: Uint8Array) {
  const docOf = new Uint32Array(rows.length)
  const segments: Segment[] = []
  let position = 0
  let doc = 0
  SETQTYS.forEach((setqty, segment) => {
    const from = doc
    while (position < rows.length && segmentOfRow[rows[position] as number] === segment)
      docOf[rows[position++] as number] = doc++
    segments.push({ setqty, from, to: doc })
    doc = Math.ceil(doc / WORD) * WORD
  })
  return { docOf, segments, docs: doc }
}

/** Returns the rows of the wanted ids by binary search in `ids`, which must ascend; skips unknown ids. */
function findRows(ids: Uint32Array, wanted: Iterable<number>): number[] {
  const rows: number[] = []
  for (const id of wanted) {
    let [low, high] = [0, ids.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ids[middle] as number) < id) low = middle + 1
      else high = middle
    }
    if (ids[low] === id) rows.push(low)
  }
  return rows
}

/** Orders all documents by url_key. A product that was added between the two reads comes last. */
function toUrlOrder(urlIds: Uint32Array, ids: Uint32Array, docOf: Uint32Array): Uint32Array {
  const order = new Uint32Array(ids.length)
  const placed = new Uint8Array(ids.length)
  let at = 0
  const place = (row: number) => {
    if (placed[row]) return
    placed[row] = 1
    order[at++] = docOf[row] as number
  }
  for (const row of findRows(ids, urlIds)) place(row)
  for (const row of ids.keys()) place(row)
  return order
}

/** Sorts the values of a column as filters show them, and returns the code of each row; codes begin at 1. */
function sortColumn(filter: ColumnFilter, { codes, values }: ValueColumn, options: FilterOptions) {
  const known = options.labels.get(filter)
  const shown = [...values.values()]
    .map(({ key, code, label }) => ({ key, code, label: known?.get(key)?.label ?? label }))
    .sort((a, b) => compareValues(known, a, b))
  const codeOf = new Uint16Array(values.size + 1)
  shown.forEach(({ code }, index) => {
    codeOf[code] = index + 1
  })
  const meta: ColumnMeta = { keys: shown.map(({ key }) => key), labels: shown.map(({ label }) => label) }
  return { meta, codes: codes.done().map((code) => codeOf[code] as number) }
}

/** Returns the codes of a column with a bit set per value, or with the documents of each value. */
function columnSections(
  filter: ColumnFilter,
  codes: Column,
  values: number,
  docs: number,
): Record<string, SnapshotSection> {
  const found =
    values <= BITS_UP_TO
      ? { [`bits_${filter}`]: buildBitSets(codes, values, codes.length / WORD) }
      : buildPostings(filter, codes.subarray(0, docs), values)
  return { [`codes_${filter}`]: codes, ...found }
}

function buildBitSets(codes: Column, values: number, words: number): Uint32Array {
  const bits = new Uint32Array(values * words)
  for (let doc = 0; doc < codes.length; doc++) {
    const code = codes[doc] as number
    if (code === 0) continue
    const word = (code - 1) * words + (doc >>> 5)
    bits[word] = (bits[word] as number) | (1 << (doc & 31))
  }
  return bits
}

/**
 * Builds the lists of documents of each value, as the lower 16 bits of their numbers, which halves the
 * memory. `starts` has the first index for each value and each block of 65,536 documents.
 */
function buildPostings(filter: ColumnFilter, codes: Column, values: number): Record<string, SnapshotSection> {
  const chunks = Math.ceil(codes.length / CHUNK)
  const starts = new Uint32Array(values * chunks + 1)
  const cell = (doc: number) => ((codes[doc] as number) - 1) * chunks + (doc >>> 16)
  let total = 0
  for (let doc = 0; doc < codes.length; doc++) {
    if (codes[doc] === 0) continue
    total += 1
    starts[cell(doc) + 1] = (starts[cell(doc) + 1] as number) + 1
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
  const next = starts.slice()
  const low = new Uint16Array(total)
  for (let doc = 0; doc < codes.length; doc++) {
    if (codes[doc] === 0) continue
    const at = next[cell(doc)] as number
    low[at] = doc & 0xffff
    next[cell(doc)] = at + 1
  }
  return { [`low_${filter}`]: low, [`starts_${filter}`]: starts }
}

function packCategories(categories: readonly CategoryFacts[], ids: Uint32Array, docOf: Uint32Array) {
  const members = createGrowingArray(Uint32Array)
  const metas: Record<string, CategoryMeta> = {}
  for (const { id, filter, products } of categories) {
    const from = members.length
    for (const row of findRows(ids, products)) members.push(docOf[row] as number)
    metas[id] = { filter, from, to: members.length }
  }
  return { metas, members: members.done() }
}
