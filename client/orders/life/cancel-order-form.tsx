/**
 * "Cancel this order" with a confirmation: the first click only opens the form, the button in the form
 * cancels. Without JavaScript the server answers the form with a page; with JavaScript a toast shows 'Please
 * wait...' meanwhile.
 */
import { RETRY_LATER_MESSAGE } from '../../../schema/orders/life/order-lifecycle.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { type Outcome, useEnhancedForm } from '../../platform/forms/use-enhanced-form.ts'
import { setFlashNotice } from '../../platform/islands/flash-notice.store.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { FormProblem } from '../../platform/ui/form-problem.tsx'
import { showToast } from '../../platform/ui/toast.ts'

export interface CancelOrderProps {
  action: string
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>
  /** The effect of the cancellation, as text. */
  cost: string
  /** The address of this page, for a buyer who does not cancel. */
  here: string
}

/** The Worker waits for the payment provider during the call. */
const TIMEOUT_MS = 60_000

export function CancelOrderForm({ action, fields, cost, here }: CancelOrderProps) {
  const form = useEnhancedForm({ validate: () => ({}), send })

  async function send(texts: Record<string, string>): Promise<Outcome> {
    const closeNotice = showToast({ message: RETRY_LATER_MESSAGE, type: 'info', hasNoTimeout: true })
    const answer = await callApi<{ to: string; message: string | null }>(action, new URLSearchParams(texts), {
      timeoutMs: TIMEOUT_MS,
    })
    closeNotice()
    if (answer.ok) {
      if (answer.value.message !== null) setFlashNotice(answer.value.message, Date.now())
      location.assign(answer.value.to)
      return 'leaving'
    }
    // The session has ended: its page asks to sign in again.
    if (answer.code === 401) {
      location.reload()
      return 'leaving'
    }
    return { message: answer.message, errors: {} }
  }

  return (
    <details className="cancel-order">
      <summary>Cancel this order</summary>
      <div className="account-ask">
        <p>
          <strong>Cancel this order?</strong> {cost}
        </p>
        <FormProblem form={form} />
        <form action={action} {...form.props}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p className="button-row">
            <LinkButton href={here}>Keep it</LinkButton>
            <Button type="submit" kind="danger" busy={form.busy}>
              Cancel order
            </Button>
          </p>
        </form>
      </div>
    </details>
  )
}
