import { WIZARD_FAILURE } from '../../../schema/catalog/sizes/wizard.ts'
import { type ApiFailure, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { Alert } from '../../platform/ui/alert.tsx'

export interface FinderFailure {
  offline: boolean
  text: string
}

export function toFinderFailure({ code }: ApiFailure): FinderFailure {
  const offline = code === NETWORK_ERROR
  return { offline, text: offline ? `${NETWORK_MESSAGES.offline}. ${WIZARD_FAILURE}` : WIZARD_FAILURE }
}

/** Renders a warning with the buttons "Try again" and "OK". */
export function FailureNote({
  failure,
  onRetry,
  onDismiss,
}: {
  failure: FinderFailure
  onRetry: () => void
  onDismiss: () => void
}) {
  return (
    <Alert
      tone="error"
      live
      action={
        <span className="finder-again">
          <button type="button" className="text-button" onClick={onRetry}>
            Try again
          </button>
          <button type="button" className="text-button" onClick={onDismiss}>
            OK
          </button>
        </span>
      }
    >
      {failure.text}
    </Alert>
  )
}
