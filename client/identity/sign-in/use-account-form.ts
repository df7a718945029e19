/** A form of POST /account/form/ in the browser. */
import type {
  AccountAction,
  AccountFields,
  AccountFormFailure,
  AccountFormSuccess,
} from '../../../schema/identity/sign-in/account-form.api.ts'
import { RESET_OFFLINE } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { findRefusal, type Outcome, useEnhancedForm } from '../../platform/forms/use-enhanced-form.ts'
import { sessionPorts } from '../session/session-ports.ts'

interface AccountFormOptions {
  action: AccountAction
  validate: (fields: AccountFields) => FieldErrors
  /** The outcome of the form when it was sent without this script. */
  notice?: FlashFormState | null
  onDone: (done: AccountFormSuccess) => void
}

/** Passwords are not sent twice to a server that does not answer. */
const NEEDS_CONNECTION: ReadonlySet<AccountAction> = new Set(['forgot', 'reset', 'change-password'])
const PASSWORDS = ['password', 'rPassword']

export function useAccountForm({ action, validate, notice = null, onDone }: AccountFormOptions) {
  const form = useEnhancedForm({
    refused: findRefusal(notice, action),
    startsAtRefused: true,
    together: PASSWORDS,
    validate,
    send,
  })

  async function send(fields: Record<string, string>, element: HTMLFormElement): Promise<Outcome> {
    const offline = NEEDS_CONNECTION.has(action) ? RESET_OFFLINE : NETWORK_MESSAGES.offline
    if (!navigator.onLine) return { message: offline, errors: {} }
    const post = () => callApi<AccountFormSuccess>(paths.accountForm, new URLSearchParams(fields))
    // A sign-in makes the cart another one: pending changes go first, and no other is made meanwhile.
    const ports = await sessionPorts().catch(() => null)
    await ports?.flushPendingMutations()
    const answer = await (ports ? ports.withCartLock(post) : post())
    if (answer.ok) {
      onDone(answer.value)
      return
    }
    // Asked whether a person sends it, on a page of its own.
    if (answer.code === 428) {
      element.submit()
      return
    }
    const failure = answer.result as Partial<AccountFormFailure> | null
    const message = answer.code === NETWORK_ERROR ? offline : answer.message
    return { message, errors: failure?.errors ?? {} }
  }

  return { ...form, props: { ...form.props, action: paths.accountForm } }
}
