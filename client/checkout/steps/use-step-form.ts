/** The form of the open step. Its typed values are stored in this browser and prefilled. */
import { useEffect } from 'react'
import type { CheckoutStep } from '../../../schema/checkout/checkout.ts'
import { paths } from '../../../schema/paths.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import { LOCATION_FIELDS } from '../../identity/location/use-zip-validation.ts'
import { lastUser } from '../../identity/session/last-user.store.ts'
import { prefillEmptyFields, readFormFields } from '../../platform/forms/form-fields.ts'
import { useEnhancedForm } from '../../platform/forms/use-enhanced-form.ts'
import { readCheckoutDetails, saveCheckoutDetails } from '../checkout-details.store.ts'
import { scrollToError } from './scroll.ts'

type Fields = Record<string, string>

interface StepFormOptions {
  step: CheckoutStep
  /** Errors of the server for the last submitted step. */
  serverErrors: FieldErrors
  /** Returns the errors of the fields; may wait for the check of the ZIP code. */
  validate: (fields: Fields, form: HTMLFormElement) => FieldErrors | Promise<FieldErrors>
  /** Sends valid fields. */
  send: (fields: Fields, form: HTMLFormElement) => Promise<void>
}

/** Returns the props and the state of the step's form. */
export function useStepForm({ step, serverErrors, validate, send }: StepFormOptions) {
  const form = useEnhancedForm({
    lastRefusal: { errors: serverErrors, message: null },
    validatedTogether: LOCATION_FIELDS,
    validate,
    send: async (fields, element) => {
      await send(fields, element)
      return undefined
    },
    focus: (field) => {
      field.focus({ preventScroll: true })
      scrollToError(field)
    },
  })
  const { ref, onInput } = form.props

  useEffect(() => {
    const element = ref.current
    if (!element) return
    prefillEmptyFields(element, readCheckoutDetails(step, Date.now()))
    const last = lastUser.read()
    if (last) prefillEmptyFields(element, { ...last, zipCode: last.shippingZipCode })
    // Text that was typed before hydration raised no input event here.
    saveCheckoutDetails(step, readFormFields(element), Date.now())
  }, [ref, step])

  return {
    ...form,
    props: {
      ...form.props,
      action: paths.checkoutForm,
      onInput: (event: { target: EventTarget }) => {
        if (ref.current) saveCheckoutDetails(step, readFormFields(ref.current), Date.now())
        onInput(event)
      },
    },
  }
}
