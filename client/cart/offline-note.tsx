import { OFFLINE_MESSAGE } from '../../schema/platform/notification.ts'
import { Alert } from '../platform/ui/alert.tsx'

/** Reports that there is no connection; with `waiting`, changes of this browser are not sent yet. */
export function OfflineNote({ waiting }: { waiting: boolean }) {
  return (
    <Alert live>
      {OFFLINE_MESSAGE}.{' '}
      {waiting
        ? 'Your changes are saved here and sent when it is back; the total does not have them yet.'
        : 'The cart is as you left it.'}
    </Alert>
  )
}
