/** Starts the page where the phone left off, and stores each change (H14). */
import { useEffect } from 'react'
import * as v from 'valibot'
import { INTAKE_DRAFT } from '../../../schema/staff/intake/intake-draft.ts'
import { EMPTY_DRAFT, type FormAction, type IntakeForm, startForm } from './state/intake-form.ts'
import type { OpenIntakes } from './use-intake-store.ts'

/** What stays for the whole batch, also after the page was closed. */
const BATCH = v.pick(INTAKE_DRAFT, ['lotId', 'bin', 'airTest'])
const BATCH_NAME = 'batch'

/** Returns the action that shows the intake that was not finished; else an empty form of the last batch. */
async function readForm({ store, database }: OpenIntakes): Promise<FormAction> {
  const unfinished = store.read().intakes.filter(({ job }) => job.act === null || job.isRefused)
  const last = unfinished.at(-1)
  if (last) return { type: 'resume', key: last.key, draft: last.draft }
  const batch = v.safeParse(BATCH, await database.readValue(BATCH_NAME))
  const draft = { ...EMPTY_DRAFT, ...(batch.success ? batch.output : {}) }
  return { type: 'start', form: startForm(crypto.randomUUID(), draft) }
}

export function useStoredForm(
  opened: OpenIntakes | null,
  form: IntakeForm,
  dispatch: (action: FormAction) => void,
): void {
  const { key, draft, isTouched } = form
  const { lotId, bin, airTest } = draft
  useEffect(() => {
    if (opened) void readForm(opened).then(dispatch)
  }, [opened, dispatch])
  useEffect(() => {
    if (opened && isTouched && key !== '') void opened.store.save(key, draft)
  }, [opened, key, draft, isTouched])
  useEffect(() => {
    if (opened && isTouched) void opened.database.writeValue(BATCH_NAME, { lotId, bin, airTest })
  }, [opened, isTouched, lotId, bin, airTest])
}
