/**
 * A form of the account in the browser: validated field by field once a field was left, whole when it is sent, by the
 * rules of its door. Fields are uncontrolled, so what a password manager fills in before this is awake stays.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  ACCOUNT_MESSAGES,
  type AccountAction,
  type AccountFields,
  type AccountFormFailure,
  type AccountFormSuccess,
} from '../../../schema/identity/sign-in/account-form.api.ts'
import { RESET_OFFLINE } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { beyondFields, type FieldErrors, type FieldName } from '../../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { afterPress } from '../../platform/islands/after-press.ts'
import { sessionPorts } from '../session/session-ports.ts'

interface AccountFormOptions {
  action: AccountAction
  /** What is wrong with the fields, before they are sent. */
  validate: (fields: AccountFields) => FieldErrors
  /** What the door said when it was sent without this script. */
  notice?: FlashFormState | null
  onDone: (done: AccountFormSuccess) => void
}

/** Passwords are not sent twice to a door that is not there. */
const NEEDS_LINE: ReadonlySet<AccountAction> = new Set(['forgot', 'reset', 'change-password'])

export function useAccountForm({ action, validate, notice = null, onDone }: AccountFormOptions) {
  const said = notice?.form === action && !notice.ok ? notice : null
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>(said?.errors ?? {})
  const [problem, setProblem] = useState(said && beyondFields(said.message, said.errors))
  const [summary, setSummary] = useState(said !== null)
  const [busy, setBusy] = useState(false)
  const [turn, setTurn] = useState(0)
  const running = useRef(false)

  // Anyone who comes back from a refused plain form starts at what was refused.
  useEffect(() => {
    if (said && form.current) focusFirst(form.current, said.errors)
  }, [said])

  function validateField(name: string): void {
    if (!form.current) return
    const found = validate(textsOf(form.current))
    // A repeated password is checked with the one that it repeats.
    const names = name === 'password' && 'rPassword' in errors ? ['password', 'rPassword'] : [name]
    afterPress(() =>
      setErrors((known) => {
        const next: FieldErrors = { ...known }
        for (const one of names as FieldName[]) {
          delete next[one]
          if (found[one]) next[one] = found[one]
        }
        return next
      }),
    )
  }

  function refuse(message: string, found: FieldErrors): void {
    setErrors(found)
    setSummary(true)
    setProblem(beyondFields(message, found))
    // A captcha answers once.
    setTurn((was) => was + 1)
    if (form.current) focusFirst(form.current, found)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (running.current) return
    const element = event.currentTarget
    const fields = textsOf(element)
    const found = validate(fields)
    if (Object.keys(found).length > 0) return refuse(ACCOUNT_MESSAGES.check, found)
    const offline = NEEDS_LINE.has(action) ? RESET_OFFLINE : NETWORK_MESSAGES.offline
    if (!navigator.onLine) return refuse(offline, {})
    running.current = true
    setBusy(true)
    setProblem(null)
    setErrors({})
    const texts = Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))
    const send = () => callApi<AccountFormSuccess>(paths.accountForm, new URLSearchParams(texts))
    // A sign-in makes the cart another one: pending changes go first, and no other is made meanwhile.
    const ports = await sessionPorts().catch(() => null)
    await ports?.flushPendingMutations()
    const answer = await (ports ? ports.withCartLock(send) : send())
    running.current = false
    setBusy(false)
    if (answer.ok) return onDone(answer.value)
    // Asked whether a person sends it, on a page of its own.
    if (answer.code === 428) return element.submit()
    const refusal = answer.result as Partial<AccountFormFailure> | null
    refuse(answer.code === NETWORK_ERROR ? offline : answer.message, refusal?.errors ?? {})
  }

  return {
    errors,
    busy,
    /** Why it was not taken, where the fields do not say it. */
    problem,
    /** Names to list beside the button; empty until the form was sent once. */
    wrong: summary ? (Object.keys(errors) as FieldName[]) : [],
    /** Grows with each refusal. */
    turn,
    props: {
      ref: form,
      method: 'post',
      action: paths.accountForm,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onBlur: (event: { target: EventTarget }) => {
        const { target } = event
        if (!(target instanceof HTMLInputElement)) return
        if (target.name in errors || target.value !== '') validateField(target.name)
      },
    },
  } as const
}

function textsOf(form: HTMLFormElement): AccountFields {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts[name] = value
  return texts
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const wrong = [...form.elements].find((element) => (element.getAttribute('name') ?? '') in errors)
  if (wrong instanceof HTMLElement) wrong.focus()
}
