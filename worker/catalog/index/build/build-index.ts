/**
 * Builds a snapshot of the catalog from its documents, which are streamed and not held in memory.
 *
 * Documents are numbered by tires per unit, then price, then id. So within each of the three segments both prices
 * rise with the number: a price range is a run of numbers, and the first match of a bucket is its cheapest.
 */
import { SETS } from '../../../../schema/catalog/product/product.ts'
import type { FilterOptions } from '../listing-engine.ts'
import { ascending, sortBy } from '../sort-documents.ts'
import {
  byText,
  type CatalogDocument,
  COLUMN_FILTERS,
  type ColumnFilter,
  type DocumentValue,
} from './index-columns.ts'
import {
  BITS_UP_TO,
  type CategoryMeta,
  type ColumnMeta,
  type IndexMeta,
  liveSets,
  packForm,
  type Segment,
} from './index-meta.ts'
import { NUMBER_ORDER_FIELDS, NUMBER_ORDERS, orderSection } from './index-orders.ts'
import { type Column, type SnapshotSection, writeSnapshot } from './snapshot-file.ts'

export interface CatalogFacts {
  /** Version of prices and content that the documents were read at. */
  version: string
  /** Last stock event before the first document was read. */
  event: number
  options: FilterOptions
  categories: readonly CategoryFacts[]
}

export interface CategoryFacts {
  id: number
  filter: Record<string, string[]> | null
  /** Ids of the products put there by hand. */
  products: readonly number[]
}

export interface IndexBuilder {
  /** Documents come in the order of their ids. */
  add(document: CatalogDocument): void
  /** The ids of all documents in the order of url_key, in as many parts as it takes. */
  addUrlOrder(ids: readonly number[]): void
  finish(facts: CatalogFacts): ArrayBuffer
}

const SETQTYS = [1, 2, 4] as const
/** Segments begin on whole words of the bit sets. */
const WORD = 32
const CHUNK = 0x10000

export function startIndex(): IndexBuilder {
  const [ids, prices, forms] = [ascending(Uint32Array), ascending(Uint32Array), ascending(Uint8Array)]
  const [segments, stock] = [ascending(Uint8Array), ascending(Uint8Array)]
  const [treads, urlIds] = [ascending(Float64Array), ascending(Uint32Array)]
  const orders = NUMBER_ORDER_FIELDS.map((field) => ({ field, keys: ascending(Float64Array) }))
  const columns = COLUMN_FILTERS.map(() => ({
    codes: ascending(Uint16Array),
    values: new Map<string, Value>(),
  }))
  const measures = new Map<string, Measures>()

  function add(document: CatalogDocument): void {
    const { setqty, qty, manage, values } = document
    ids.push(document.id)
    prices.push(document.finalPrice)
    forms.push(packForm(document))
    segments.push(Math.max(0, SETQTYS.indexOf(setqty as 1 | 2 | 4)))
    stock.push((!manage || qty >= setqty ? 8 : 0) | liveSets(document.setsOffered, qty, manage))
    for (const { field, keys } of orders) keys.push(NUMBER_ORDERS[field](document))
    treads.push(document.treadDepth ?? Number.NaN)
    columns.forEach((column, at) => {
      const value = values[at]
      const known = value && (column.values.get(value.key) ?? { code: column.values.size + 1, ...value })
      if (known) column.values.set(known.key, known)
      column.codes.push(known?.code ?? 0)
    })
    const size = values[COLUMN_FILTERS.indexOf('size')]
    const { width, aspect, rim } = document
    if (size && !measures.has(size.key)) measures.set(size.key, { width, aspect, rim })
  }

  function finish(facts: CatalogFacts): ArrayBuffer {
    const count = ids.length
    const [rowIds, price, form, segment] = [ids.done(), prices.done(), forms.done(), segments.done()]
    const ordered = (key: (row: number) => number) => sortBy(Uint32Array.from(rowIds.keys()), key)
    const byPrice = ordered((row) => price[row] as number)
    const numbered = number(
      sortBy(byPrice, (row) => segment[row] as number),
      segment,
    )
    const { docOf, docs } = numbered
    const words = docs / WORD
    const spread = <Kind extends SnapshotSection>(into: Kind, of: (row: number) => number): Kind => {
      for (let row = 0; row < count; row++) into[docOf[row] as number] = of(row)
      return into
    }

    const sections: Record<string, SnapshotSection> = {}
    sections.byId = docOf
    sections.ids = spread(new Uint32Array(docs), (row) => rowIds[row] as number)
    sections.price = spread(new Uint32Array(docs), (row) => price[row] as number)
    sections.form = spread(new Uint8Array(docs), (row) => form[row] as number)
    for (const { field, keys } of orders) {
      const key = keys.done()
      sections[orderSection(field)] = ordered((row) => key[row] as number).map((row) => docOf[row] as number)
    }
    sections[orderSection('url_key')] = urlOrder(urlIds.done(), rowIds, docOf)

    const depths = treads.done()
    const steps = [...new Set(depths)].filter((depth) => !Number.isNaN(depth)).sort((a, b) => a - b)
    const codeOf = new Map(steps.map((depth, at) => [depth, at + 1]))
    sections.tread = spread(column(docs, steps.length), (row) => codeOf.get(depths[row] as number) ?? 0)

    const columnMetas = COLUMN_FILTERS.map((filter, at): [ColumnFilter, ColumnMeta] => {
      const { codes, values } = columns[at] as (typeof columns)[number]
      const { meta, codeOf: displayed } = display(filter, values, facts.options)
      const raw = codes.done()
      const coded = spread(column(docs, meta.keys.length), (row) => displayed[raw[row] as number] as number)
      sections[`codes_${filter}`] = coded
      if (meta.keys.length <= BITS_UP_TO) sections[`bits_${filter}`] = bitsOf(coded, meta.keys.length, words)
      else Object.assign(sections, postingsOf(filter, coded, meta.keys.length))
      return [filter, meta]
    })

    sections.stock = liveBits(stock.done(), docOf, words)

    const { metas, members } = categoriesOf(facts.categories, rowIds, docOf)
    sections.members = members
    const sizes = columnMetas.flatMap(([filter, { keys }]) => (filter === 'size' ? keys : []))
    const meta: IndexMeta = {
      ...metaOf(facts),
      count,
      docs,
      segments: numbered.segments,
      columns: Object.fromEntries(columnMetas) as IndexMeta['columns'],
      sizes: sizes.map((key) => measures.get(key) ?? { width: 0, aspect: 0, rim: 0 }),
      tread: steps,
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

/** Returns one bit set per form of sale that is in stock, and one for the products in stock. */
function liveBits(state: Uint8Array, docOf: Uint32Array, words: number): Uint32Array {
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
function metaOf({
  version,
  event,
  options,
}: CatalogFacts): Pick<IndexMeta, 'version' | 'event' | 'options' | 'smart' | 'types'> {
  return {
    version,
    event,
    options: [...options.options].map(([filter, values]) => [
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

interface Measures {
  width: number
  aspect: number
  rim: number
}

function column(docs: number, values: number): Column {
  return values < 256 ? new Uint8Array(docs) : new Uint16Array(docs)
}

/** Gives every row its number, segment after segment. */
function number(rows: Uint32Array, segmentOf: Uint8Array) {
  const docOf = new Uint32Array(rows.length)
  const segments: Segment[] = []
  let place = 0
  let doc = 0
  SETQTYS.forEach((setqty, segment) => {
    const from = doc
    while (place < rows.length && segmentOf[rows[place] as number] === segment)
      docOf[rows[place++] as number] = doc++
    segments.push({ setqty, from, to: doc })
    doc = Math.ceil(doc / WORD) * WORD
  })
  return { docOf, segments, docs: doc }
}

/** Rows of `ids`, which rise. */
function rowsOf(ids: Uint32Array, wanted: Iterable<number>): number[] {
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

/** A product that came or went between the two readings stands last, or nowhere. */
function urlOrder(urlIds: Uint32Array, ids: Uint32Array, docOf: Uint32Array): Uint32Array {
  const order = new Uint32Array(ids.length)
  const placed = new Uint8Array(ids.length)
  let at = 0
  const place = (row: number) => {
    if (placed[row]) return
    placed[row] = 1
    order[at++] = docOf[row] as number
  }
  for (const row of rowsOf(ids, urlIds)) place(row)
  for (const row of ids.keys()) place(row)
  return order
}

/** Values in the order in which filters show them: the catalog's, otherwise by label; codes begin at 1. */
function display(filter: ColumnFilter, values: ReadonlyMap<string, Value>, { options }: FilterOptions) {
  const known = options.get(filter)
  const place = (key: string) => known?.get(key)?.position ?? Number.MAX_SAFE_INTEGER
  const shown = [...values.values()]
    .map(({ key, code, label }) => ({ key, code, label: known?.get(key)?.label ?? label }))
    .sort((a, b) => place(a.key) - place(b.key) || byText.compare(a.label, b.label))
  const codeOf = new Uint16Array(values.size + 1)
  shown.forEach(({ code }, index) => {
    codeOf[code] = index + 1
  })
  const meta: ColumnMeta = { keys: shown.map(({ key }) => key), labels: shown.map(({ label }) => label) }
  return { meta, codeOf }
}

function bitsOf(codes: Column, values: number, words: number): Uint32Array {
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
 * Documents of each value in order, as their lower 16 bits; `starts` says where those of value `v` in the `c`-th
 * 65,536 documents begin. Half the memory of whole numbers.
 */
function postingsOf(filter: ColumnFilter, codes: Column, values: number): Record<string, SnapshotSection> {
  const chunks = Math.ceil(codes.length / CHUNK)
  const starts = new Uint32Array(values * chunks + 1)
  const cell = (doc: number) => ((codes[doc] as number) - 1) * chunks + (doc >>> 16)
  let listed = 0
  for (let doc = 0; doc < codes.length; doc++) {
    if (codes[doc] === 0) continue
    listed += 1
    starts[cell(doc) + 1] = (starts[cell(doc) + 1] as number) + 1
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
  const next = starts.slice()
  const low = new Uint16Array(listed)
  for (let doc = 0; doc < codes.length; doc++) {
    if (codes[doc] === 0) continue
    const at = next[cell(doc)] as number
    low[at] = doc & 0xffff
    next[cell(doc)] = at + 1
  }
  return { [`low_${filter}`]: low, [`starts_${filter}`]: starts }
}

function categoriesOf(categories: readonly CategoryFacts[], ids: Uint32Array, docOf: Uint32Array) {
  const members = ascending(Uint32Array)
  const metas: Record<string, CategoryMeta> = {}
  for (const { id, filter, products } of categories) {
    const from = members.length
    for (const row of rowsOf(ids, products)) members.push(docOf[row] as number)
    metas[id] = { filter, from, to: members.length }
  }
  return { metas, members: members.done() }
}
