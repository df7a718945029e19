/** What the index knows of a product's page before the database is read: whether it exists, and its title. */
import { hasBit } from '../bits.ts'
import type { ColumnFilter } from '../build/index-columns.ts'
import { findInDirectory } from '../build/product-directory.ts'
import type { FacetedIndex } from '../faceted-index.ts'
import { findNeighbors, type Neighbors } from './neighbors.ts'

export interface KnownProduct {
  isInStock: boolean
  /** Whether the product has parts, custom options, files, links or photographs. */
  hasAttachments: boolean
  /** `null` for a product that is no tire. */
  tire: KnownTire | null
  /** Returns related products, at most `limit` of each kind. */
  neighbors(limit: number): Neighbors
}

/** The part of a tire that the head of its page shows. */
export interface KnownTire {
  brand: string
  model: string
  /** Size, load and speed: `225/45R17 94W`. */
  marking: string
  condition: string
  /** 32nds of an inch. */
  treadDepth: number
  tireLoad: number
  /** mph; 0 when unknown. */
  speedRated: number
}

/** Returns the product whose page has this path; `null` for a path that the index does not know. */
export function findKnownProduct(index: FacetedIndex, path: string): KnownProduct | null {
  const found = findChanged(index, path) ?? findInSnapshot(index, path)
  if (!found) return null
  const { doc, marking, hasAttachments } = found
  return {
    isInStock: hasBit(index.inStock, doc),
    hasAttachments,
    tire: marking === '' ? null : readTire(index, doc, marking),
    neighbors: (limit) => findNeighbors(index, doc, limit),
  }
}

interface FoundDocument {
  doc: number
  marking: string
  hasAttachments: boolean
}

/** Finds a product that is new or changed since the snapshot. */
function findChanged({ changed }: FacetedIndex, path: string): FoundDocument | null {
  for (const { doc, document } of changed.values()) if (document?.path === path) return { ...document, doc }
  return null
}

/** Finds a product in the snapshot that has not changed. */
function findInSnapshot(index: FacetedIndex, path: string): FoundDocument | null {
  const doc = findInDirectory(index.directory, path)
  if (doc < 0 || index.changed.has(index.ids[doc] as number)) return null
  const marking = index.meta.markings[(index.markings[doc] as number) - 1] ?? ''
  return { doc, marking, hasAttachments: index.attached[doc] === 1 }
}

function readTire(index: FacetedIndex, doc: number, marking: string): KnownTire {
  const value = (filter: ColumnFilter, kind: 'keys' | 'labels') => {
    const column = index.columns.get(filter)
    return column?.[kind][(column.codes[doc] as number) - 1] ?? ''
  }
  return {
    brand: value('brand', 'labels'),
    model: value('model', 'labels'),
    marking,
    condition: value('condition', 'labels'),
    treadDepth: index.meta.tread[(index.tread[doc] as number) - 1] ?? 0,
    tireLoad: Number(value('tire_load', 'keys')),
    speedRated: Number(value('speed_rated', 'keys')),
  }
}
