/** The forms of POST /account/form/ in the browser. */
import type {
  AccountAction,
  AccountFormFailure,
  AccountFormSuccess,
} from '../../../schema/identity/sign-in/account-form.api.ts'
import { RESET_OFFLINE } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { findRefusal, type Outcome, useEnhancedForm } from '../../platform/forms/use-enhanced-form.ts'
import { sessionPorts } from '../session/session-ports.ts'

interface AccountFormOptions {
  action: AccountAction
  validate: (fields: FormTexts) => FieldErrors
  /** The outcome of the form when it was sent without this script. */
  notice?: FlashFormState | null
  onDone: (done: AccountFormSuccess) => void
}

/** Forms about passwords, which have a message of their own when the browser is offline. */
const NEEDS_CONNECTION: ReadonlySet<AccountAction> = new Set(['forgot', 'reset', 'change-password'])
const PASSWORDS = ['password', 'rPassword']

/** Handles an account form in the browser; `onDone` receives its success. */
export function useAccountForm({ action, validate, notice = null, onDone }: AccountFormOptions) {
  const form = useEnhancedForm({
    lastRefusal: findRefusal(notice, action),
    focusesFirstInvalid: true,
    validatedTogether: PASSWORDS,
    validate,
    send,
  })

  async function send(fields: Record<string, string>, element: HTMLFormElement): Promise<Outcome> {
    const offline = NEEDS_CONNECTION.has(action) ? RESET_OFFLINE : NETWORK_MESSAGES.offline
    if (!navigator.onLine) return { message: offline, errors: {} }
    const post = () => callApi<AccountFormSuccess>(paths.accountForm, new URLSearchParams(fields))
    // A sign-in may replace the cart: pending mutations are sent first, and the lock keeps out new ones meanwhile.
    const ports = await sessionPorts().catch(() => null)
    await ports?.flushPendingMutations()
    const reply = await (ports ? ports.withCartLock(post) : post())
    if (reply.ok) {
      onDone(reply.value)
      return
    }
    // The server requires the captcha, which a plain submit shows on a page of its own.
    if (reply.code === 428) {
      element.submit()
      return
    }
    const failure = reply.result as Partial<AccountFormFailure> | null
    const message = reply.code === NETWORK_ERROR ? offline : reply.message
    return { message, errors: failure?.errors ?? {} }
  }

  return { ...form, props: { ...form.props, action: paths.accountForm } }
}
