import { PAGE_MESSAGES, UNAVAILABLE_TITLE } from '../../../schema/orders/order.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'

export function TryLaterDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={UNAVAILABLE_TITLE}>
      <p>{PAGE_MESSAGES['payment-unavailable']}</p>
      <p className="button-row">
        <Button onClick={onClose}>OK</Button>
      </p>
    </Dialog>
  )
}
