/**
 * A form of the account in the browser: validated when it is sent, field by field after that, by the rules of its endpoint
 * (POST /customer/account/form/). Without this script the same form is sent as it stands.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  CUSTOMER_FORM_MESSAGES,
  type CustomerAction,
  type CustomerFields,
  type CustomerFormSuccess,
  customerErrors,
} from '../../schema/account/customer-form.api.ts'
import { paths } from '../../schema/paths.ts'
import { beyondFields, type FieldErrors, type FieldName } from '../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../schema/platform/forms/flash-form-state.api.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../platform/api/call-api.ts'
import { afterPress } from '../platform/islands/after-press.ts'
import { setFlashNotice } from '../platform/islands/flash-notice.store.ts'

interface Options {
  action: CustomerAction
  notice?: FlashFormState | null
  /** The rules, where they are more than those of the door's texts. */
  validate?: (fields: CustomerFields, form: HTMLFormElement) => FieldErrors
  /** Before the page goes on. */
  onDone?: () => void | Promise<void>
}

/** An upload may take a while. */
const TIMEOUT_MS = 60_000

export function useCustomerForm({ action, notice = null, validate, onDone }: Options) {
  const said = notice?.form === action && !notice.ok ? notice : null
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>(said?.errors ?? {})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  // Anyone who comes back from a refused plain form starts at what was refused.
  useEffect(() => {
    if (said && form.current) focusFirst(form.current, said.errors)
  }, [said])

  function validated(element: HTMLFormElement): FieldErrors {
    const fields = textsOf(element)
    return validate ? validate(fields, element) : customerErrors(action, fields)
  }

  function refuse(message: string, found: FieldErrors): void {
    setErrors(found)
    setProblem(beyondFields(message, found))
    if (form.current) focusFirst(form.current, found)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (running.current) return
    const element = event.currentTarget
    const found = validated(element)
    if (Object.keys(found).length > 0) return refuse(CUSTOMER_FORM_MESSAGES.check, found)
    running.current = true
    setBusy(true)
    setProblem(null)
    setErrors({})
    // As it is now: who signs in meanwhile may be somebody else, and the page then shows what is his.
    const body = bodyOf(element)
    const ask = () => callApi<CustomerFormSuccess>(paths.customerForm, body, { timeoutMs: TIMEOUT_MS })
    const answer = await import('../identity/session/authenticated-requests.ts').then(
      ({ sendAuthenticatedForm }) => sendAuthenticatedForm(ask),
      // Without that script the door alone says what is wrong.
      ask,
    )
    if (answer === null) return location.reload()
    if (answer.ok) {
      await onDone?.()
      if (answer.value.message !== null) setFlashNotice(sessionStorage, answer.value.message, Date.now())
      return location.assign(answer.value.to)
    }
    running.current = false
    if (answer.message === CUSTOMER_FORM_MESSAGES.someoneElse) {
      setFlashNotice(sessionStorage, answer.message, Date.now())
      return location.reload()
    }
    setBusy(false)
    const refusal = answer.result as { errors?: FieldErrors } | null
    const words =
      answer.code === NETWORK_ERROR
        ? NETWORK_MESSAGES.offline
        : answer.code === 500
          ? CUSTOMER_FORM_MESSAGES.tryAgain
          : answer.message
    refuse(words, refusal?.errors ?? {})
  }

  function blur({ target }: { target: EventTarget }): void {
    if (!form.current || !('name' in target) || typeof target.name !== 'string') return
    if (!(target.name in errors)) return
    const name = target.name as FieldName
    const { [name]: message } = validated(form.current)
    mark(name, message ?? null)
  }

  function mark(name: FieldName, message: string | null): void {
    afterPress(() =>
      setErrors(({ [name]: _, ...others }) => (message ? { ...others, [name]: message } : others)),
    )
  }

  return {
    form,
    errors,
    busy,
    /** Why it was not taken, where the fields do not say it. */
    problem,
    wrong: Object.keys(errors) as FieldName[],
    /** What was typed before, by name. */
    typed: (said?.fields ?? {}) as Readonly<Record<string, string | undefined>>,
    /** Marks a field that is checked elsewhere. */
    mark,
    props: {
      ref: form,
      method: 'post',
      action: paths.customerForm,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onBlur: blur,
    },
  } as const
}

function textsOf(form: HTMLFormElement): CustomerFields {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts[name] = value
  return texts
}

function bodyOf(form: HTMLFormElement): FormData | URLSearchParams {
  if (form.enctype === 'multipart/form-data') return new FormData(form)
  return new URLSearchParams(Object.entries(textsOf(form)).map(([name, text]) => [name, text ?? '']))
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const wrong = [...form.elements].find((element) => (element.getAttribute('name') ?? '') in errors)
  if (wrong instanceof HTMLElement) wrong.focus()
}
