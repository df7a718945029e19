/** A form of POST /customer/account/form/ in the browser. */
import {
  CUSTOMER_FORM_MESSAGES,
  type CustomerAction,
  type CustomerFields,
  type CustomerFormSuccess,
  customerErrors,
} from '../../schema/account/customer-form.api.ts'
import { paths } from '../../schema/paths.ts'
import type { FieldErrors } from '../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../schema/platform/forms/flash-form-state.api.ts'
import { callApi } from '../platform/api/call-api.ts'
import { findRefusal, type Outcome, useEnhancedForm } from '../platform/forms/use-enhanced-form.ts'
import { setFlashNotice } from '../platform/islands/flash-notice.store.ts'

interface CustomerFormOptions {
  action: CustomerAction
  /** The outcome of the form when it was sent without this script. */
  notice?: FlashFormState | null
  /** The rules, where they are more than those of the texts. */
  validate?: (fields: CustomerFields, form: HTMLFormElement) => FieldErrors | Promise<FieldErrors>
  /** Names of fields that are validated together. */
  together?: readonly string[]
  /** Before the page goes on. */
  onDone?: () => void | Promise<void>
}

/** An upload may take a while. */
const TIMEOUT_MS = 60_000

export function useCustomerForm({
  action,
  notice = null,
  validate = (fields) => customerErrors(action, fields),
  together = [],
  onDone,
}: CustomerFormOptions) {
  const refused = findRefusal(notice, action)
  const form = useEnhancedForm({ refused, startsAtRefused: true, together, validate, send })

  async function send(fields: Record<string, string>, element: HTMLFormElement): Promise<Outcome> {
    // Sent with the session of this moment: another person may have signed in since the page was loaded.
    const isUpload = element.enctype === 'multipart/form-data'
    const body = isUpload ? new FormData(element) : new URLSearchParams(fields)
    const post = () => callApi<CustomerFormSuccess>(paths.customerForm, body, { timeoutMs: TIMEOUT_MS })
    const answer = await import('../identity/session/authenticated-requests.ts').then(
      ({ sendAuthenticatedForm }) => sendAuthenticatedForm(post),
      // Without that script the endpoint alone says what is wrong.
      post,
    )
    if (answer === null) return leave(null)
    if (answer.ok) {
      await onDone?.()
      return leave(answer.value.message, answer.value.to)
    }
    if (answer.message === CUSTOMER_FORM_MESSAGES.someoneElse) return leave(answer.message)
    const failure = answer.result as { errors?: FieldErrors } | null
    const message = answer.code === 500 ? CUSTOMER_FORM_MESSAGES.tryAgain : answer.message
    return { message, errors: failure?.errors ?? {} }
  }

  return {
    ...form,
    /** What was typed before, by name. */
    typed: (refused?.fields ?? {}) as Readonly<Record<string, string | undefined>>,
    props: { ...form.props, action: paths.customerForm },
  }
}

/** Goes to another page, or loads this one anew, where a message is shown. */
function leave(message: string | null, href?: string): 'leaving' {
  if (message !== null) setFlashNotice(message, Date.now())
  if (href) location.assign(href)
  else location.reload()
  return 'leaving'
}
