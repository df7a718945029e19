/** POST /staff/carriers/upload: checks a file with tracking numbers; POST /staff/carriers/form: sends its parcels (H14o). */
import type { Context } from 'hono'
import * as v from 'valibot'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { CARRIER_FORM, CARRIER_MESSAGES } from '../../../schema/staff/carriers/carrier-form.ts'
import { CARRIER_PATHS, trackingFileHref } from '../../../schema/staff/carriers/carrier-paths.ts'
import {
  findTrackingColumns,
  readTrackingRow,
  type TrackingRow,
} from '../../../schema/staff/carriers/tracking-file.ts'
import { CHANGE_KEY } from '../../../schema/staff/changes/change.api.ts'
import { FILE_MESSAGES } from '../../../schema/staff/csv/csv-messages.ts'
import type { AppEnv } from '../../env.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { limitUpload, readUpload } from '../../platform/forms/upload.ts'
import { toActor } from '../changes/staff-actor.ts'
import { FileError, readCsvFile } from '../csv/csv-rows.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { carriersPage } from './carriers.page.tsx'
import { saveTracking, sendTracking, trackingBatch } from './send-tracking.ts'
import { addTrackingFile, findTrackingFile, setTrackingSender } from './tracking-file.sql.ts'

const M = CARRIER_MESSAGES
/** Bytes of a file: programs write many columns, up to 4 kB a parcel. */
const FILE_MAX = 2_000_000
/** Rows of a file: more than a yard packs in a day. */
const ROWS_MAX = 500

export const trackingUploadForm = staffFormRoute({
  path: CARRIER_PATHS.upload,
  permission: 'orders.send',
  bodyLimit: limitUpload(FILE_MAX, (c: Context<AppEnv>) => carriersPage(c, { status: 413, file: M.large })),
  read: async (c) => ({ ...(await readUpload(c)) }),
  schema: v.object({ fields: v.object({ key: CHANGE_KEY }), files: v.array(v.instance(File)) }),
  run: async (c, { fields: { key }, files: [file] }) => {
    const refuse = (message: string): FormAnswer => ({
      ...{ status: 422, result: message },
      to: () => carriersPage(c, { status: 422, file: message }),
    })
    if (!file) return refuse(FILE_MESSAGES.none)
    try {
      const rows = await readRows(file)
      if (typeof rows === 'string') return refuse(rows)
      const name = file.name.slice(0, 100)
      const id = await addTrackingFile(c.env.DB, { key, name, rows, createdAt: Date.now() })
      return staffAnswer(true, '', trackingFileHref(id))
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      return refuse([FILE_MESSAGES[error.problem], error.detail].filter(Boolean).join(' '))
    }
  },
})

/** Returns the rows of a file, or why it has none. */
async function readRows(file: File): Promise<TrackingRow[] | string> {
  let columns: ReturnType<typeof findTrackingColumns> = null
  const rows: TrackingRow[] = []
  for await (const { row, cells } of readCsvFile(file)) {
    if (row === 1) {
      if (cells.length === 1 && /[;\t]/.test(cells[0] ?? '')) return FILE_MESSAGES.semicolons
      columns = findTrackingColumns(cells)
      if (!columns) return M.header
      continue
    }
    const read = columns && readTrackingRow(columns, { row, cells })
    if (read && rows.push(read) > ROWS_MAX) return M.rows
  }
  return rows.length > 0 ? rows : FILE_MESSAGES.empty
}

export const carriersForm = staffFormRoute({
  path: CARRIER_PATHS.form,
  permission: 'orders.send',
  schema: CARRIER_FORM,
  run: async (c, { action, file: id, key }, staff) => {
    const file = await findTrackingFile(c.env.DB, id)
    if (!file) return c.notFound()
    const actor = { ...toActor(staff, 'page'), source: 'import' as const }
    const to = trackingFileHref(id)
    const now = Date.now()
    if (action === 'save') {
      const saved = await saveTracking(c.env.DB, actor, { file, key }, now)
      const message = `${formatQuantity(saved, 'parcel')} now with a number. Nothing was sent.`
      return saved > 0
        ? staffAnswer(true, message, `${to}?saved=${encodeURIComponent(trackingBatch(key))}`)
        : staffAnswer(false, M.nothing, to)
    }
    await setTrackingSender(c.env.DB, { id, sentKey: key, sentBy: actor.staffId, session: actor.session })
    const { sent, refused, left } = await sendTracking(c.env, actor, { file, key }, now)
    if (sent + left === 0) return staffAnswer(false, M.nothing, to)
    const message = [
      `${formatQuantity(sent, 'parcel')} sent.`,
      refused > 0 && `${formatQuantity(refused, 'parcel')} not sent: open them to see why.`,
      left > 0 && `${formatQuantity(left, 'more parcel')} will follow within a minute.`,
    ]
    return staffAnswer(refused === 0, message.filter(Boolean).join(' '), to)
  },
})
