/**
 * A plain form that its script improves: a field is validated once it was left, the whole form when it is sent, by the rules
 * of its endpoint, which has the last word. Fields are uncontrolled, so what a password manager fills in before hydration
 * stays.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CHECK_FIELDS, type FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { afterPress } from '../islands/after-press.ts'
import { readFormFields } from './form-fields.ts'

type Fields = Record<string, string>
/** The first message of each invalid field. */
type Messages = Readonly<Partial<Record<string, string>>>

/** Why a form was not taken. */
interface Refusal<E extends Messages = FieldErrors> {
  message: string | null
  errors: E
}

/** What came of sending: nothing to say, a refusal, or another page, until which nothing is sent again. */
export type Outcome<E extends Messages = FieldErrors> = Refusal<E> | 'leaving' | undefined

interface FormOptions<E extends Messages> {
  /** What the server refused last. Other errors of the server replace those that are shown. */
  refused?: Refusal<E> | null
  /** Whether the page begins at the first field that was refused. */
  startsAtRefused?: boolean
  /** Fields that are validated with one another. */
  together?: readonly string[]
  validate: (fields: Fields, form: HTMLFormElement) => E | Promise<E>
  /** Sends fields that are valid. */
  send: (fields: Fields, form: HTMLFormElement) => Promise<Outcome<E>>
  focus?: (field: HTMLElement) => void
}

const NO_ERRORS = {}

export function useEnhancedForm<E extends Messages = FieldErrors>({
  refused,
  startsAtRefused = false,
  together = [],
  validate,
  send,
  focus = (field) => field.focus(),
}: FormOptions<E>) {
  const ref = useRef<HTMLFormElement>(null)
  const isRunning = useRef(false)
  const given = refused?.errors ?? (NO_ERRORS as E)
  const message = refused?.message ?? null
  const [{ errors, problem, isListed }, show] = useState(() => toShown(given, message))
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    show(toShown(given, message))
    if (startsAtRefused && ref.current) firstWrong(ref.current, given)?.focus()
  }, [given, message, startsAtRefused])

  /** Validates until the fields stay as they are meanwhile: a ZIP code that is looked up fills in its city and state. */
  async function validateForm(form: HTMLFormElement): Promise<{ fields: Fields; found: E }> {
    const fields = readFormFields(form)
    const found = await validate(fields, form)
    const isSame = JSON.stringify(fields) === JSON.stringify(readFormFields(form))
    return isSame ? { fields, found } : validateForm(form)
  }

  async function validateField(name: string): Promise<void> {
    const form = ref.current
    if (!form) return
    const { fields, found } = await validateForm(form)
    const others = together.includes(name) ? together.filter((one) => fields[one] || one in errors) : []
    afterPress(() =>
      show((shown) => ({
        ...shown,
        errors: inFormOrder(form, replaceMessages(shown.errors, found, [name, ...others])),
      })),
    )
  }

  async function attempt(form: HTMLFormElement): Promise<Outcome<E>> {
    const { fields, found } = await validateForm(form)
    if (hasAny(found)) return { message: null, errors: found }
    show(toShown(NO_ERRORS as E, null))
    return send(fields, form)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    // One press is one act, however often it is repeated.
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    let outcome: Outcome<E>
    try {
      outcome = await attempt(form)
      if (!outcome || outcome === 'leaving') return
      show(toShown(inFormOrder(form, outcome.errors), outcome.message))
      setRefusals((before) => before + 1)
      const field = firstWrong(form, outcome.errors)
      if (field) focus(field)
    } finally {
      if (outcome !== 'leaving') {
        isRunning.current = false
        setBusy(false)
      }
    }
  }

  return {
    errors,
    busy,
    /** Why it was not taken, where the fields do not say it. */
    problem,
    /** Names to list beside the button; empty until the form was sent once. */
    wrong: isListed ? Object.keys(errors) : [],
    /** Grows with each refusal. */
    refusals,
    /** What is wrong is what the server said, nothing that this page found since. */
    answered: errors === given,
    props: {
      ref,
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      // React lets focus events bubble: one handler serves all fields.
      onBlur: ({ target }: { target: EventTarget }) => {
        const { name, value } = target as Partial<HTMLInputElement>
        if (name && (name in errors || value)) void validateField(name)
      },
      // A choice is made at once, not when its field is left.
      onInput: ({ target }: { target: EventTarget }) => {
        if (target instanceof HTMLSelectElement) void validateField(target.name)
      },
    },
  } as const
}

/** Returns the refusal of a form that was sent without script. */
export function findRefusal(notice: FlashFormState | null, action: string): FlashFormState | null {
  return notice?.form === action && !notice.ok ? notice : null
}

function toShown<E extends Messages>(errors: E, message: string | null) {
  const isSaidByFields = message === CHECK_FIELDS || Object.values(errors).includes(message ?? undefined)
  return { errors, problem: isSaidByFields ? null : message, isListed: hasAny(errors) }
}

function hasAny(errors: Messages): boolean {
  return Object.keys(errors).length > 0
}

function firstWrong(form: HTMLFormElement, errors: Messages): HTMLElement | undefined {
  return ([...form.elements] as HTMLElement[]).find((field) => (field.getAttribute('name') ?? '') in errors)
}

/** Returns the messages with those of the named fields found anew. */
function replaceMessages<E extends Messages>(known: E, found: E, names: readonly string[]): E {
  const others = Object.entries(known).filter(([name]) => !names.includes(name))
  const renewed = Object.entries(found).filter(([name]) => names.includes(name))
  return Object.fromEntries([...others, ...renewed]) as E
}

/** Rules are checked in an order of their own; the eye goes down the form. */
function inFormOrder<E extends Messages>(form: HTMLFormElement, errors: E): E {
  const order = [...form.elements].map((field) => field.getAttribute('name'))
  const entries = Object.entries(errors).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  return Object.fromEntries(entries) as E
}
