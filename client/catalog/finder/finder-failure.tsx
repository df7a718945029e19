import { WIZARD_FAILURE } from '../../../schema/catalog/sizes/wizard.ts'
import { CALL_MESSAGES, type CallFailure, NO_ANSWER } from '../../call.ts'
import { Note } from '../../platform/ui/alert.tsx'

export interface FinderFailure {
  offline: boolean
  text: string
}

/** spec §8 "Wizard/list failure" and "Offline". */
export function failureOf({ code }: CallFailure): FinderFailure {
  const offline = code === NO_ANSWER
  return { offline, text: offline ? `${CALL_MESSAGES.offline}. ${WIZARD_FAILURE}` : WIZARD_FAILURE }
}

/** A warning with OK, and a way to ask once more. */
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
    <Note
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
    </Note>
  )
}
