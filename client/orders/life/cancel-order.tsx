/**
 * "Cancel this order", asked twice: what opens it changes nothing, the button inside does. Without script it is a form
 * that a page answers; with script 'Please wait...' stands there while it runs.
 */
import { type FormEvent, useRef, useState } from 'react'
import { RETRY_LATER_MESSAGE } from '../../../schema/orders/life/order-lifecycle.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { setFlashNotice } from '../../platform/islands/flash-notice.store.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { showToast } from '../../platform/ui/toast.ts'

export interface CancelOrderProps {
  action: string
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>
  /** What it means, in words. */
  cost: string
  /** This page, for who keeps the order. */
  here: string
}

/** The provider of the payment is asked meanwhile. */
const TIMEOUT_MS = 60_000

export default function CancelOrder({ action, fields, cost, here }: CancelOrderProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    const waited = showToast({ message: RETRY_LATER_MESSAGE, type: 'info', hasNoTimeout: true })
    const answer = await callApi<{ to: string; message: string | null }>(
      action,
      new URLSearchParams(fields),
      {
        timeoutMs: TIMEOUT_MS,
      },
    )
    waited()
    if (answer.ok) {
      if (answer.value.message !== null) setFlashNotice(sessionStorage, answer.value.message, Date.now())
      return location.assign(answer.value.to)
    }
    // The session has ended: its page asks to sign in again.
    if (answer.code === 401) return location.reload()
    running.current = false
    setBusy(false)
    setProblem(answer.code === NETWORK_ERROR ? NETWORK_MESSAGES.offline : answer.message)
  }

  return (
    <details className="cancel-order">
      <summary>Cancel this order</summary>
      <div className="account-ask">
        <p>
          <strong>Cancel this order?</strong> {cost}
        </p>
        {problem ? (
          <Alert tone="error" live>
            {problem}
          </Alert>
        ) : null}
        <form method="post" action={action} onSubmit={(event) => void submit(event)}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p className="button-row">
            <LinkButton href={here}>Keep it</LinkButton>
            <Button type="submit" kind="danger" busy={busy}>
              Cancel the order
            </Button>
          </p>
        </form>
      </div>
    </details>
  )
}
