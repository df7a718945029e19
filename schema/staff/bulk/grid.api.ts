/** POST /api/ext/staff/units/grid: what is sent to save a grid of units, and the answer (H14). Amounts are cents. */
import * as v from 'valibot'
import { boundedList } from '../../platform/list.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { UNIT_PATCH } from '../units/unit-record.ts'
import { GRID_FIELDS, GRID_ROWS_MAX } from './grid.ts'

const VALUE = v.nullable(v.union([v.pipe(v.string(), v.maxLength(200)), v.number()]))
const FIELD = v.picklist(GRID_FIELDS)

export const GRID_BODY = v.object({
  key: CHANGE_KEY,
  why: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  rows: v.pipe(
    boundedList(
      v.object({
        sku: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
        /** The values that the sender saw of the fields that change. */
        seen: v.partial(v.strictObject(Object.fromEntries(GRID_FIELDS.map((field) => [field, VALUE])))),
        patch: v.pick(UNIT_PATCH, GRID_FIELDS),
      }),
      GRID_ROWS_MAX,
    ),
    v.minLength(1),
    v.check((rows) => new Set(rows.map(({ sku }) => sku)).size === rows.length, 'A unit is there twice.'),
  ),
})
export type GridBody = v.InferOutput<typeof GRID_BODY>

/** What happened to a row. */
const GRID_ROW = v.object({
  sku: v.string(),
  outcome: v.picklist(['changed', 'same', 'refused', 'conflict']),
  /** Why it was refused: a stable code, and the field that it is about. */
  problem: v.optional(v.string()),
  message: v.optional(v.string()),
  field: v.optional(FIELD),
  /** Fields that somebody else changed meanwhile; nothing of the row was changed. */
  conflicts: v.optional(
    v.array(
      v.object({ field: FIELD, theirs: VALUE, by: v.nullable(v.string()), at: v.nullable(v.number()) }),
    ),
  ),
})
export type GridRowResult = v.InferOutput<typeof GRID_ROW>

/** `job` is the change with its undo; `null` when nothing was changed. */
export const GRID_RESULT = v.object({
  job: v.nullable(v.number()),
  changed: v.number(),
  rows: v.array(GRID_ROW),
})
export type GridResult = v.InferOutput<typeof GRID_RESULT>
