/** A snapshot ready for queries: views over its bytes, and the stock, which stock events change in place. */

import { SETS } from '../../../schema/catalog/product/product.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { type Bits, emptyBits, fillBits, setBit } from './bits.ts'
import { type CatalogDocument, COLUMN_FILTERS, type ColumnFilter } from './build/index-columns.ts'
import {
  BITS_UP_TO,
  type CategoryMeta,
  type IndexMeta,
  type Segment,
  SPARE_DOCUMENTS,
  setsInStock,
  unpackForm,
} from './build/index-meta.ts'
import { ORDER_FIELDS, type OrderField, orderSection } from './build/index-orders.ts'
import type { ProductDirectory } from './build/product-directory.ts'
import { type Column, readSnapshot, type SnapshotFile } from './build/snapshot-file.ts'
import type { FacetCounts } from './filter/facet-counts.ts'
import type { FilterOption, FilterOptions } from './listing-engine.ts'

/** Values and codes change when a changed product has a new value (changes/product-changes.ts). */
export interface IndexColumn {
  filter: ColumnFilter
  keys: string[]
  labels: string[]
  /** Code of each document: index of its value plus one, 0 for no value. */
  codes: Column
  codeOf: ReadonlyMap<string, number>
  /** One bit set per value; `null` where the column has postings. */
  bits: Bits[] | null
  /** The snapshot's documents of each value, by their lower 16 bits; `null` where the column has bit sets. */
  postings: { low: Uint16Array; starts: Uint32Array } | null
}

/** A product that is new, changed or gone since the snapshot. */
export interface ChangedDocument {
  /** The document's number; -1 for a product that is not listed any more. */
  doc: number
  /** The product with its current stock; `null` when it is not listed any more. */
  document: CatalogDocument | null
  /** Ids of the categories into which merchants put it. */
  categories: readonly number[]
}

export interface FacetedIndex {
  meta: IndexMeta
  /** Size of the whole snapshot in bytes. */
  bytes: number
  /** Length of a bit set in 32-bit words. */
  words: number
  /** The segments of the snapshot, then those of the changed products. */
  segments: readonly Segment[]
  ids: Uint32Array
  /** Documents of the snapshot in the order of their ids. */
  byId: Uint32Array
  /** Documents of products that are in a list when it also has what is sold out. */
  listed: Bits
  /** Price of one unit in cents. */
  price: Uint32Array
  /** Price per tire in a pair and in a set of four, in cents; 0 when the product has no such variant. */
  pairPrice: Uint32Array
  fourPrice: Uint32Array
  /** The lowest price of a tire in a set, divided by the price of a single one; at most 1 (`lowestCardPrices`). */
  lowestSetRatio: number
  /** Sets offered, visibility and status of each document (`unpackForm`); the snapshot has the section's name. */
  form: Uint8Array
  tread: Column
  /** Ranks of the models by their reviews; 0 without reviews. */
  ratings: Uint16Array
  /** Codes of the markings (`meta.markings`). */
  markings: Column
  /** 1 for a document with attachments, else 0. */
  attached: Uint8Array
  directory: ProductDirectory
  columns: ReadonlyMap<ColumnFilter, IndexColumn>
  /** Documents that can now be sold as a single tire, a pair, a set of four. */
  sets: readonly Bits[]
  inStock: Bits
  orders: Record<OrderField, Uint32Array>
  /** The sections of `orders` with their spare room. */
  orderRoom: Record<OrderField, Uint32Array>
  /** The products that changed since the snapshot, by id (changes/product-changes.ts). */
  changed: Map<number, ChangedDocument>
  categories: ReadonlyMap<number, CategoryMeta>
  /** Documents that merchants put into categories by hand. */
  members: Uint32Array
  options: FilterOptions
  /** Id of the last stock event that was applied. */
  event: number
  /** Id of the last event up to which all changed products were applied. */
  productsAppliedTo: number
  /** Grows with every change of stock or products, which makes cached counts invalid. */
  changes: number
  /** Matches of the smart filters, each with the value of `changes` at which they were found. */
  smart: Map<string, { changes: number; bits: Bits }>
  /** Counts of everything in stock by column, each with the value of `changes` at which they were counted. */
  stocked: Map<Column, { changes: number; tally: FacetCounts }>
}

/** Opens the index in `buffer` and takes it over; returns `null` for bytes of another format. */
export function openIndex(buffer: ArrayBuffer): FacetedIndex | null {
  const file = readSnapshot<IndexMeta>(buffer)
  // A snapshot that lacks an order, a filter or the prices of sets is older than the code; the caller builds a new one.
  if (!file || !ORDER_FIELDS.every((field) => file.has(orderSection(field)))) return null
  if (!COLUMN_FILTERS.every((filter) => file.has(`codes_${filter}`)) || !file.has('fourPrice')) return null
  const { meta } = file
  const words = (meta.docs + SPARE_DOCUMENTS) / 32
  const listed = emptyBits(words)
  for (const { from, to } of meta.segments) fillBits(listed, from, to)
  const orderRoom = Object.fromEntries(
    ORDER_FIELDS.map((field) => [field, file.words(orderSection(field))]),
  ) as Record<OrderField, Uint32Array>
  const stock = file.words('stock')
  const sets = SETS.map((_, bit) => stock.subarray(bit * words, (bit + 1) * words))
  const [price, pairPrice, fourPrice] = [
    file.words('price'),
    file.words('pairPrice'),
    file.words('fourPrice'),
  ]
  return {
    meta,
    bytes: buffer.byteLength,
    words,
    segments: meta.segments,
    ids: file.words('ids'),
    byId: file.words('byId'),
    price,
    pairPrice,
    fourPrice,
    lowestSetRatio: price.reduce(
      (least, each, doc) => lowerSetRatio(least, each, pairPrice[doc], fourPrice[doc]),
      1,
    ),
    form: file.bytes('form'),
    tread: file.codes('tread'),
    ratings: file.halves('ratings'),
    markings: file.codes('markingCodes'),
    attached: file.bytes('attached'),
    directory: {
      pathHigh: file.halves('pathHigh'),
      pathLow: file.words('pathLow'),
      pathDocs: file.words('pathDocs'),
    },
    columns: new Map(COLUMN_FILTERS.map((filter) => [filter, openColumn(file, filter, words)])),
    sets,
    inStock: stock.subarray(SETS.length * words),
    listed,
    orders: Object.fromEntries(
      ORDER_FIELDS.map((field) => [field, orderRoom[field].subarray(0, meta.count)]),
    ) as Record<OrderField, Uint32Array>,
    orderRoom,
    changed: new Map(),
    categories: new Map(Object.entries(meta.categories).map(([id, category]) => [Number(id), category])),
    members: file.words('members'),
    options: {
      labels: new Map(
        meta.options.map(([filter, values]) => [
          filter,
          new Map(
            values.map(([value, label, position]): [string, FilterOption] => [value, { label, position }]),
          ),
        ]),
      ),
      smart: meta.smart,
      types: new Map(meta.types),
    },
    event: meta.event,
    productsAppliedTo: meta.event,
    changes: 0,
    smart: new Map(),
    stocked: new Map(),
  }
}

function openColumn(file: SnapshotFile<IndexMeta>, filter: ColumnFilter, words: number): IndexColumn {
  const { keys, labels } = file.meta.columns[filter]
  const hasBits = keys.length <= BITS_UP_TO
  const all = hasBits ? file.words(`bits_${filter}`) : null
  const low = hasBits ? null : file.codes(`low_${filter}`)
  return {
    filter,
    keys,
    labels,
    codes: file.codes(`codes_${filter}`),
    codeOf: codesOf(keys),
    bits: all && keys.map((_, at) => all.subarray(at * words, (at + 1) * words)),
    postings: low instanceof Uint16Array ? { low, starts: file.words(`starts_${filter}`) } : null,
  }
}

/** Returns the code of each value. */
export function codesOf(keys: readonly string[]): ReadonlyMap<string, number> {
  return new Map(keys.map((key, at) => [key, at + 1]))
}

/** Finds the document of a product id; returns -1 when there is none. */
export function documentId({ ids, byId, changed }: FacetedIndex, id: number): number {
  const own = changed.get(id)
  if (own) return own.doc
  let [low, high] = [0, byId.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[byId[middle] as number] as number) < id) low = middle + 1
    else high = middle
  }
  const doc = byId[low]
  return doc !== undefined && ids[doc] === id ? doc : -1
}

/** Returns the segment of a document. */
export function findSegment({ segments }: FacetedIndex, doc: number): Segment {
  const segment = segments.find(({ to }) => doc < to)
  if (!segment) throw new Error(`There is no document ${doc}`)
  return segment
}

/** Returns the cents of one tire for a final price, by the rule of schema/catalog/price/price.ts. */
export function priceOfTire(price: Cents, setqty: number): Cents {
  return Math.ceil(price / setqty)
}

/** Returns the lower ratio: `least`, or the price of a tire in the product's pair or set of four divided by its single `price`. */
export function lowerSetRatio(least: number, price: Cents, pair: Cents = 0, four: Cents = 0): number {
  const lower = Math.min(pair || price, four || price)
  return lower < price * least ? lower / price : least
}

/** Updates the stock of the `products` of a changed pool; ignores unknown ids, which are not listed. */
export function applyStockEvent(
  index: FacetedIndex,
  products: readonly number[],
  { qty, manage }: { qty: number; manage: boolean },
): void {
  for (const id of products) {
    const doc = documentId(index, id)
    if (doc < 0) continue
    const own = index.changed.get(id)
    if (own?.document) own.document = { ...own.document, qty, manage }
    const live = setsInStock(unpackForm(index.form[doc] as number).setsOffered, qty, manage)
    index.sets.forEach((bits, bit) => {
      setBit(bits, doc, ((live >> bit) & 1) === 1)
    })
    setBit(index.inStock, doc, !manage || qty >= findSegment(index, doc).setqty)
  }
  index.changes += 1
}
