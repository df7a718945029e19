/** The forms of POST /customer/account/form/ in the browser. */
import {
  CUSTOMER_FORM_MESSAGES,
  type CustomerAction,
  type CustomerFormSuccess,
  customerErrors,
} from '../../schema/account/customer-form.api.ts'
import { paths } from '../../schema/paths.ts'
import type { FieldErrors } from '../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../schema/platform/forms/flash-form-state.api.ts'
import type { FormTexts } from '../../schema/platform/forms/form-texts.ts'
import { callApi } from '../platform/api/call-api.ts'
import { findRefusal, type Outcome, useEnhancedForm } from '../platform/forms/use-enhanced-form.ts'
import { setFlashNotice } from '../platform/islands/flash-notice.store.ts'

interface CustomerFormOptions {
  action: CustomerAction
  /** The outcome of the form when it was sent without this script. */
  notice?: FlashFormState | null
  /** Validation, when a form needs more than `customerErrors`. */
  validate?: (fields: FormTexts, form: HTMLFormElement) => FieldErrors | Promise<FieldErrors>
  /** Names of fields that are validated together. */
  together?: readonly string[]
  /** Runs after a success, before the page is left. */
  onDone?: () => void | Promise<void>
}

/** Long enough for an upload. */
const TIMEOUT_MS = 60_000

/** Handles a customer form in the browser. */
export function useCustomerForm({
  action,
  notice = null,
  validate = (fields) => customerErrors(action, fields),
  together = [],
  onDone,
}: CustomerFormOptions) {
  const refused = findRefusal(notice, action)
  const form = useEnhancedForm({
    lastRefusal: refused,
    focusesFirstInvalid: true,
    validatedTogether: together,
    validate,
    send,
  })

  async function send(fields: Record<string, string>, element: HTMLFormElement): Promise<Outcome> {
    // Another customer may have signed in since the page was loaded; the field `owner` then makes the server refuse the form.
    const isUpload = element.enctype === 'multipart/form-data'
    const body = isUpload ? new FormData(element) : new URLSearchParams(fields)
    const post = () => callApi<CustomerFormSuccess>(paths.customerForm, body, { timeoutMs: TIMEOUT_MS })
    const reply = await import('../identity/session/authenticated-requests.ts').then(
      ({ sendAuthenticatedForm }) => sendAuthenticatedForm(post),
      // If that script does not load, the form is sent without the prompt to sign in.
      post,
    )
    if (reply === null) return leave(null)
    if (reply.ok) {
      await onDone?.()
      return leave(reply.value.message, reply.value.to)
    }
    if (reply.message === CUSTOMER_FORM_MESSAGES.someoneElse) return leave(reply.message)
    const failure = reply.result as { errors?: FieldErrors } | null
    const message = reply.code === 500 ? CUSTOMER_FORM_MESSAGES.tryAgain : reply.message
    return { message, errors: failure?.errors ?? {} }
  }

  return {
    ...form,
    /** The typed values of a refused form, by name. */
    typed: (refused?.fields ?? {}) as Readonly<Record<string, string | undefined>>,
    props: { ...form.props, action: paths.customerForm },
  }
}

/** Opens another page, or reloads this one, and shows the message there. */
function leave(message: string | null, href?: string): 'leaving' {
  if (message !== null) setFlashNotice(message, Date.now())
  if (href) location.assign(href)
  else location.reload()
  return 'leaving'
}
