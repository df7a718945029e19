/**
 * One open step: validated while it is filled in (a field once it was left), validated whole when it is sent; the same rules
 * as the server's, which has the last word.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CheckoutStep } from '../../../schema/checkout/checkout.ts'
import { FIELD_LABELS } from '../../../schema/identity/location/field-labels.ts'
import { type FieldErrors, type FieldName, hasErrors } from '../../../schema/platform/forms/field.ts'
import { readLastUser } from '../../identity/session/last-user.store.ts'
import { afterPress } from '../../platform/islands/after-press.ts'
import { readCheckoutDetails, saveCheckoutDetails } from '../checkout-details.store.ts'
import { focusField, prefillEmptyFields, readFormFields } from './checkout-form.ts'

type Fields = Record<string, string>

interface StepFormOptions {
  step: CheckoutStep
  /** Errors that the server found in what was sent last. */
  serverErrors: FieldErrors
  /** Errors of these fields; may wait for an answer about the zip code. */
  validate: (fields: Fields) => FieldErrors | Promise<FieldErrors>
  /** Called with fields that are good. */
  onGood: (fields: Fields, form: HTMLFormElement) => Promise<void>
}

export function useStepForm({ step, serverErrors, validate, onGood }: StepFormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(serverErrors)
  const [summary, setSummary] = useState(hasErrors(serverErrors))
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  useEffect(() => {
    setErrors(serverErrors)
    setSummary(hasErrors(serverErrors))
  }, [serverErrors])

  useEffect(() => {
    const element = form.current
    if (!element) return
    prefillEmptyFields(element, readCheckoutDetails(sessionStorage, step, Date.now()))
    const last = readLastUser(localStorage)
    if (last) prefillEmptyFields(element, { ...last, zipCode: last.shippingZipCode })
    // What was typed before this script came raised no event here.
    saveCheckoutDetails(sessionStorage, step, readFormFields(element), Date.now())
  }, [step])

  /** Judges the form, and once more where the ZIP code filled in city or state while it was checked. */
  async function judgeForm(
    element: HTMLFormElement,
    again = true,
  ): Promise<{ fields: Fields; found: FieldErrors }> {
    const fields = readFormFields(element)
    const found = await validate(fields)
    return again && (found.city || found.state) ? judgeForm(element, false) : { fields, found }
  }

  async function validateField(name: string): Promise<void> {
    const element = form.current
    if (!element) return
    const { fields, found } = await judgeForm(element)
    // Judged together, and a zip code fills in the others: the message may belong to any of them.
    const place = ['zipCode', 'state', 'city']
    const names = place.includes(name) ? place : [name]
    const validated = names.filter((one) => one === name || fields[one] !== '') as FieldName[]
    afterPress(() =>
      setErrors((known) => {
        const next: FieldErrors = { ...known }
        for (const one of validated) {
          delete next[one]
          const message = found[one]
          if (message) next[one] = message
        }
        return next
      }),
    )
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const element = event.currentTarget
    // One press is one act, however often it is repeated.
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const { fields, found } = await judgeForm(element)
      setErrors(found)
      const [wrong] = inFormOrder(Object.keys(found))
      setSummary(wrong !== undefined)
      if (wrong === undefined) await onGood(fields, element)
      else focusField(element, wrong)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    errors,
    busy,
    /** What is wrong is what the server said, nothing that this page found since. */
    answered: errors === serverErrors,
    /** Names to list beside the button; empty until the step was sent once. */
    wrong: summary ? inFormOrder(Object.keys(errors)) : [],
    props: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      // React lets focus events bubble: one handler serves all fields.
      onBlur: (event: { target: EventTarget }) => {
        const { target } = event
        if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
        if (target.name in errors || target.value !== '') void validateField(target.name)
      },
      onInput: (event: { target: EventTarget }) => {
        if (form.current) saveCheckoutDetails(sessionStorage, step, readFormFields(form.current), Date.now())
        // A choice is made at once, not when its field is left.
        if (event.target instanceof HTMLSelectElement) void validateField(event.target.name)
      },
    },
  }
}

/** Rules are checked in an order of their own; the eye goes down the form. */
function inFormOrder(names: readonly string[]): string[] {
  const order = Object.keys(FIELD_LABELS)
  return [...names].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}
