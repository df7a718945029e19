/**
 * The script of a form that also works without it. A field is validated when it loses the focus, the whole form when
 * it is submitted, by the rules of its endpoint, which validates once more. Fields are uncontrolled, so text that a
 * password manager fills in before hydration stays.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CHECK_FIELDS, type FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { afterPress } from '../islands/after-press.ts'
import { readFormFields } from './form-fields.ts'

type Fields = Record<string, string>
/** The first message of each invalid field. */
type Messages = Readonly<Partial<Record<string, string>>>

/** Why a form was rejected. */
interface Refusal<E extends Messages = FieldErrors> {
  message: string | null
  errors: E
}

/** The result of sending: success without a message, a refusal, or `leaving`: another page loads, and the form stays locked. */
export type Outcome<E extends Messages = FieldErrors> = Refusal<E> | 'leaving' | undefined

interface FormOptions<E extends Messages> {
  /** The last refusal of the server. A new one replaces the errors that are shown. */
  lastRefusal?: Refusal<E> | null
  /** Whether the first invalid field gets the focus when the page loads. */
  focusesFirstInvalid?: boolean
  /** Fields that are validated together. */
  validatedTogether?: readonly string[]
  validate: (fields: Fields, form: HTMLFormElement) => E | Promise<E>
  /** Sends valid fields. */
  send: (fields: Fields, form: HTMLFormElement) => Promise<Outcome<E>>
  focus?: (field: HTMLElement) => void
}

const NO_ERRORS = {}

export function useEnhancedForm<E extends Messages = FieldErrors>({
  lastRefusal,
  focusesFirstInvalid = false,
  validatedTogether = [],
  validate,
  send,
  focus = (field) => field.focus(),
}: FormOptions<E>) {
  const ref = useRef<HTMLFormElement>(null)
  const isRunning = useRef(false)
  const { errors: serverErrors, message } = lastRefusal ?? { errors: NO_ERRORS as E, message: null }
  const [{ errors, problem, isListed }, show] = useState(() => toDisplay(serverErrors, message))
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    show(toDisplay(serverErrors, message))
    if (focusesFirstInvalid && ref.current) firstInvalid(ref.current, serverErrors)?.focus()
  }, [serverErrors, message, focusesFirstInvalid])

  /** Validates until the fields no longer change meanwhile: the lookup of a ZIP code fills in its city and state. */
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
    const group = validatedTogether.includes(name) ? validatedTogether : []
    const others = group.filter((one) => fields[one] || one in errors)
    afterPress(() =>
      show((shown) => ({
        ...shown,
        errors: inFormOrder(form, replaceMessages(shown.errors, found, [name, ...others])),
      })),
    )
  }

  async function validateAndSend(form: HTMLFormElement): Promise<Outcome<E>> {
    const { fields, found } = await validateForm(form)
    return hasErrors(found) ? { message: null, errors: found } : send(fields, form)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    // Further presses while the form is being sent are ignored.
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    let outcome: Outcome<E>
    try {
      outcome = await validateAndSend(form)
      if (outcome === 'leaving') return
      // Not before the reply: without the message above them, buttons would move under the finger.
      if (!outcome) return show(toDisplay(NO_ERRORS as E, null))
      show(toDisplay(inFormOrder(form, outcome.errors), outcome.message))
      setRefusals((before) => before + 1)
      const field = firstInvalid(form, outcome.errors)
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
    /** Why the form was rejected, unless its fields show that. */
    problem,
    /** Names of invalid fields to list beside the button; empty until the form was submitted once. */
    wrong: isListed ? Object.keys(errors) : [],
    /** The number of refusals so far. */
    refusals,
    /** Whether the errors are those of the server, without any that this page found since. */
    answered: errors === serverErrors,
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
      // A select is validated as soon as an option is chosen.
      onInput: ({ target }: { target: EventTarget }) => {
        if (target instanceof HTMLSelectElement) void validateField(target.name)
      },
    },
  } as const
}

/** Returns the refusal of a form that was submitted without script. */
export function findRefusal(notice: FlashFormState | null, action: string): FlashFormState | null {
  return notice?.form === action && !notice.ok ? notice : null
}

function toDisplay<E extends Messages>(errors: E, message: string | null) {
  const isShownByFields = message === CHECK_FIELDS || Object.values(errors).includes(message ?? undefined)
  return { errors, problem: isShownByFields ? null : message, isListed: hasErrors(errors) }
}

function hasErrors(errors: Messages): boolean {
  return Object.keys(errors).length > 0
}

function firstInvalid(form: HTMLFormElement, errors: Messages): HTMLElement | undefined {
  return ([...form.elements] as HTMLElement[]).find((field) => (field.getAttribute('name') ?? '') in errors)
}

/** Returns the messages, with those of the named fields replaced. */
function replaceMessages<E extends Messages>(current: E, found: E, names: readonly string[]): E {
  const others = Object.entries(current).filter(([name]) => !names.includes(name))
  const replaced = Object.entries(found).filter(([name]) => names.includes(name))
  return Object.fromEntries([...others, ...replaced]) as E
}

/** Sorts the errors in the order of the form's fields; rules are checked in another order. */
function inFormOrder<E extends Messages>(form: HTMLFormElement, errors: E): E {
  const order = [...form.elements].map((field) => field.getAttribute('name'))
  const entries = Object.entries(errors).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  return Object.fromEntries(entries) as E
}
