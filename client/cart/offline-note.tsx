import { OFFLINE_MESSAGE } from '../../schema/platform/notification.ts'
import { Alert } from '../platform/ui/alert.tsx'

/** Reports that there is no connection; with `waiting`, changes of this browser are not sent yet. */
export function OfflineNote({ waiting }: { waiting: boolean }) {
  return (
    <Alert live>
      {OFFLINE_MESSAGE}.{' '}
      {waiting
        ? 'We’ve saved your changes here. We’ll send them and update the total when you’re back online.'
        : 'Your cart is just as you left it.'}
    </Alert>
  )
}
