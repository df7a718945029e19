/** Unsaved cells of a grid in the browser's storage, so that leaving the page loses nothing (H14). */
import * as v from 'valibot'
import { GRID_BODY } from '../../../../schema/staff/bulk/grid.api.ts'
import { GRID_FIELDS } from '../../../../schema/staff/bulk/grid.ts'
import { CHANGE_KEY } from '../../../../schema/staff/changes/change.api.ts'
import { storedValue } from '../../../platform/storage/stored-value.store.ts'
import type { Edit } from './grid-edits.ts'

const EDIT = v.object({
  sku: v.string(),
  field: v.picklist(GRID_FIELDS),
  base: v.string(),
  typed: v.string(),
})
const STORED = v.object({
  edits: v.array(EDIT),
  /** A save whose answer was lost: it is sent again before the next one. */
  sent: v.nullable(v.object({ key: CHANGE_KEY, why: v.nullish(v.string()), rows: v.array(v.unknown()) })),
})
/** A save as it is sent. */
export type SentGrid = v.InferOutput<typeof GRID_BODY>

export interface StoredGrid {
  edits: Edit[]
  sent: SentGrid | null
}

const NOTHING: StoredGrid = { edits: [], sent: null }

function parseStored(stored: unknown): StoredGrid {
  const parsed = v.safeParse(STORED, stored)
  if (!parsed.success) return NOTHING
  const sent = v.safeParse(GRID_BODY, parsed.output.sent)
  return {
    edits: parsed.output.edits.map((edit) => ({ ...edit, problem: null, theirs: null })),
    sent: sent.success ? sent.output : null,
  }
}

/** Opens what a person has not saved on this device. */
export function openStoredGrid(staffId: string) {
  const value = storedValue(`staff-grid-${staffId}`, parseStored)
  return {
    read: value.read,
    /** Stores the edits of these units and leaves those of others as they are; returns whether the browser has stored them. */
    save(edits: readonly Edit[], skus: ReadonlySet<string>, sent: SentGrid | null): boolean {
      const others = value.read().edits.filter(({ sku }) => !skus.has(sku))
      const all = [...others, ...edits]
      return all.length === 0 && sent === null ? value.clear() : value.save({ edits: all, sent })
    },
  }
}
