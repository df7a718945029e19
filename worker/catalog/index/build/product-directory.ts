/**
 * The directory of product pages in a snapshot: the hash of each page's path with its document. So a page's status and
 * head are known without a database. Hashes of 48 bits take ten bytes per product; the paths would take fifty.
 */
import { createGrowingArray, radixSort } from '../sort-documents.ts'
import type { CatalogDocument } from './index-columns.ts'
import type { Column } from './snapshot-file.ts'

const LOW = 0x1_0000_0000

/** Sections of the snapshot. */
export interface ProductDirectory {
  /** The upper 16 and the lower 32 bits of the hashes, ascending, and the document of each. */
  pathHigh: Uint16Array
  pathLow: Uint32Array
  pathDocs: Uint32Array
}

/** Returns a hash of the path from 0 below 2^48: two multiplicative hashes that mix each other at the end. */
function hashPath(path: string): number {
  let [first, second] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at)
    first = Math.imul(first ^ code, 0x9e3779b1)
    second = Math.imul(second ^ code, 0x5f356495)
  }
  first = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ Math.imul(second ^ (second >>> 13), 0xc2b2ae35)
  second = Math.imul(second ^ (second >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second & 0xffff) * LOW + (first >>> 0)
}

/** Collects what the index knows of the pages of products, and builds its sections. */
export function createProductPages() {
  const [hashes, marked] = [createGrowingArray(Float64Array), createGrowingArray(Uint16Array)]
  const attached = createGrowingArray(Uint8Array)
  const codes = new Map([['', 0]])
  return {
    add({ path, marking, hasAttachments }: CatalogDocument): void {
      hashes.push(hashPath(path))
      const code = codes.get(marking) ?? codes.size
      codes.set(marking, code)
      marked.push(code)
      attached.push(Number(hasAttachments))
    },
    /** `docOf` has the document of each row, `docs` is the number of documents. */
    finish(docOf: Uint32Array, docs: number) {
      const byDoc = (values: Uint8Array | Uint16Array, into: Column) => {
        docOf.forEach((doc, row) => {
          into[doc] = values[row] as number
        })
        return into
      }
      return {
        ...buildDirectory(hashes.done(), docOf),
        markingCodes: byDoc(marked.done(), new Uint16Array(docs)),
        attached: byDoc(attached.done(), new Uint8Array(docs)),
        markings: [...codes.keys()].slice(1),
      }
    },
  }
}

function buildDirectory(hashes: Float64Array, docOf: Uint32Array): ProductDirectory {
  const rows = radixSort(Uint32Array.from(hashes.keys()), (row) => hashes[row] as number)
  return {
    pathHigh: Uint16Array.from(rows, (row) => Math.floor((hashes[row] as number) / LOW)),
    pathLow: Uint32Array.from(rows, (row) => (hashes[row] as number) % LOW),
    pathDocs: Uint32Array.from(rows, (row) => docOf[row] as number),
  }
}

/** Returns the document of a path; -1 for an unknown path, and for a hash that two products share. */
export function findInDirectory({ pathHigh, pathLow, pathDocs }: ProductDirectory, path: string): number {
  const wanted = hashPath(path)
  const hashAt = (at: number) => (pathHigh[at] as number) * LOW + (pathLow[at] as number)
  let [from, to] = [0, pathDocs.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (hashAt(middle) < wanted) from = middle + 1
    else to = middle
  }
  const isOnlyMatch = hashAt(from) === wanted && hashAt(from + 1) !== wanted
  return isOnlyMatch ? (pathDocs[from] as number) : -1
}
