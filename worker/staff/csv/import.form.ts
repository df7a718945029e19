/** POST /staff/import/: checks a file and leads to the preview of its changes (H14). */
import type { Context } from 'hono'
import * as v from 'valibot'
import { staffPaths } from '../../../schema/paths.ts'
import { formatCount } from '../../../schema/platform/count.ts'
import { BULK_MESSAGES } from '../../../schema/staff/bulk/bulk-form.ts'
import { jobHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import { CHANGE_KEY } from '../../../schema/staff/changes/change.api.ts'
import { FILE_MESSAGES } from '../../../schema/staff/csv/csv-messages.ts'
import type { AppEnv } from '../../env.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { limitUpload, readUpload } from '../../platform/forms/upload.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { FileError } from './csv-rows.ts'
import { type ImportState, importPage } from './import.page.tsx'
import { type ImportResult, previewImport } from './import-file.ts'

/** Bytes of a file: 100,000 units with all columns have 15 MB. */
const FILE_MAX = 20_000_000

const FORM = v.object({
  fields: v.object({
    key: CHANGE_KEY,
    why: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(200)),
    overwrite: v.optional(v.string()),
  }),
  files: v.array(v.instance(File)),
})

export const importForm = staffFormRoute({
  path: staffPaths.importUnits,
  permission: 'import',
  bodyLimit: limitUpload(FILE_MAX, (c: Context<AppEnv>) =>
    importPage(c, { status: 413, file: FILE_MESSAGES.large, typed: '' }),
  ),
  read: async (c) => ({ ...(await readUpload(c)) }),
  schema: FORM,
  run: async (c, { fields: { key, why, overwrite }, files: [file] }, staff) => {
    const refuse = (state: Omit<ImportState, 'status' | 'typed'>): FormAnswer => ({
      status: 422,
      result: state.file ?? state.why,
      to: () => importPage(c, { ...state, status: 422, typed: why }),
    })
    if (!file) return refuse({ file: FILE_MESSAGES.none })
    if (!why) return refuse({ why: BULK_MESSAGES.why })
    const request = { file, why, overwrites: overwrite !== undefined, key }
    try {
      const actor = { ...toActor(staff, 'page'), source: 'import' as const }
      const result = await previewImport(c.env.DB, staff, { actor, request, now: Date.now() })
      return result.ok ? staffAnswer(true, '', jobHref(result.id)) : refuse({ file: messageOf(result) })
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      return refuse({ file: [FILE_MESSAGES[error.problem], error.detail].filter(Boolean).join(' ') })
    }
  },
})

function messageOf(result: Exclude<ImportResult, { ok: true }>): string {
  if (result.problem === 'same') return FILE_MESSAGES.same
  const max = formatCount(result.max)
  return result.problem === 'added'
    ? `A file adds up to ${max} units. Split this one.`
    : `This file changes more units than your role changes at once, which is up to ${max}. Ask the owner.`
}
