/** The intake page's state and what its parts can do (H14). */
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { checkDraft, type DraftCheck, type IntakeContext } from '../../../schema/staff/intake/check-draft.ts'
import type { Grade } from '../../../schema/staff/intake/findings.ts'
import type { IntakeDraft, PhotoSlot } from '../../../schema/staff/intake/intake-draft.ts'
import type { IntakeSettings } from '../../../schema/staff/intake/intake-settings.ts'
import type { PictureProblem, PictureSource } from './photos/resize-messages.ts'
import { resizePicture } from './photos/resize-picture.ts'
import type { IntakeState } from './queue/intake.store.ts'
import type { StoredIntake } from './queue/intake-database.ts'
import {
  EMPTY_DRAFT,
  type FormAction,
  type IntakeForm,
  nextTire,
  reduceForm,
  startForm,
  startLike,
} from './state/intake-form.ts'
import { readSize } from './state/tire-choices.ts'
import { type IntakeQuestions, useIntakeQuestions, useShopChoices } from './use-intake-questions.ts'
import { type OpenIntakes, useIntakeState, useIntakeStore } from './use-intake-store.ts'
import { useStoredForm } from './use-stored-form.ts'

/** What was bought together. */
export interface Lot {
  id: number
  label: string
}

export interface IntakePageProps {
  staffId: number
  role: IntakeContext['role']
  settings: IntakeSettings
  /** When the page was made, in milliseconds. */
  madeAt: number
  /** Lots, newest first, and the bins of the yard. */
  lots: readonly Lot[]
  bins: readonly string[]
}

export interface IntakePage {
  form: IntakeForm
  check: DraftCheck
  /** The grade that findings and tread allow; the person may lower it. */
  bestGrade: Grade | null
  now: number
  state: IntakeState
  /** The stored intake of the form; absent until something is entered. */
  record: StoredIntake | undefined
  questions: IntakeQuestions
  opened: OpenIntakes | null
  dispatch(action: FormAction): void
  takePhoto(slot: PhotoSlot, source: PictureSource): Promise<PictureProblem | null>
  finish(): void
  scrap(): void
  startLike(): void
  startNew(): void
  /** Deletes this tire from the phone and starts another. */
  discard(): void
  resume(intake: StoredIntake): void
}

const newKey = () => crypto.randomUUID()

/** Returns the size of a form as it is after an action. */
function markingAfter({ draft }: IntakeForm, action: FormAction): IntakeDraft['marking'] {
  if (action.type === 'resume') return action.draft.marking
  return 'patch' in action && 'marking' in action.patch ? action.patch.marking : draft.marking
}

export function useIntakePage({ staffId, role, settings, madeAt, lots, bins }: IntakePageProps): IntakePage {
  const opened = useIntakeStore(staffId)
  const state = useIntakeState(opened)
  const choices = useShopChoices(opened?.database ?? null)
  const [now, setNow] = useState(madeAt)
  const [facts, setFacts] = useState<IntakeContext['facts']>({})
  const context: IntakeContext = { now, settings, role, facts: facts ?? {} }
  const [form, dispatch] = useReducer(
    (before: IntakeForm, action: FormAction) => {
      // The facts are those of the size before, so a known size would leave its block open.
      const isKnownSize = choices.isKnownSize(readSize(markingAfter(before, action)))
      return reduceForm(before, action, { ...context, facts: { ...context.facts, isKnownSize } })
    },
    startForm('', EMPTY_DRAFT),
  )
  const latest = useRef(form)
  latest.current = form
  useEffect(() => setNow(Date.now()), [])
  useStoredForm(opened, form, dispatch)
  const record = state.intakes.find(({ key }) => key === form.key)
  const check = useMemo(
    () => checkDraft(form.draft, { now, settings, role, facts: facts ?? {} }),
    [form.draft, now, settings, role, facts],
  )
  const questions = useIntakeQuestions(opened, form, check.grade, dispatch, setFacts, { bins, lots, choices })
  const bestGrade = checkDraft({ ...form.draft, grade: null }, context).grade
  return {
    ...{ form, check, bestGrade, now, state, record, questions, opened, dispatch },
    takePhoto: async (slot, source) => {
      const { key } = form
      const result = await resizePicture(source)
      if (!result.ok) return result.problem
      // A photo that was ready late belongs to the tire whose shutter it was.
      if (latest.current.key === key) {
        dispatch({ type: 'photo', slot, hash: result.picture.hash })
        if (!opened?.store.has(key)) await opened?.store.save(key, latest.current.draft)
      }
      await opened?.store.addPhoto(key, slot, result.picture)
      return null
    },
    finish: () => {
      if (!check.isPublishable) dispatch({ type: 'show-missing' })
      else void opened?.store.requestAct(form.key, 'publish')
      questions.rememberBrand(form.draft.brand)
    },
    scrap: () => {
      if (check.isScrappable) void opened?.store.requestAct(form.key, 'scrap')
      else dispatch({ type: 'show-missing' })
    },
    startLike: () => dispatch({ type: 'start', form: startLike(newKey(), form, record?.sku ?? null) }),
    discard: () => {
      void opened?.store.discard(form.key)
      dispatch({ type: 'start', form: startForm(newKey(), nextTire(form.draft)) })
    },
    startNew: () => dispatch({ type: 'start', form: startForm(newKey(), nextTire(form.draft)) }),
    resume: ({ key, draft }) => dispatch({ type: 'resume', key, draft }),
  }
}
