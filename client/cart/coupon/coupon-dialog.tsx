/** The coupon form in a dialog over the checkout, so that the fields of the checkout keep their text. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { getCartStore } from '../sync/browser-cart.store.ts'
import { CouponForm } from './coupon-form.tsx'

export function CouponDialog({ onClose }: { onClose: () => void }) {
  const { view, message, unanswered } = useSyncExternalStore(getCartStore().subscribe, getCartStore().get)
  // A message from before the dialog was opened does not belong to its form.
  const isSent = useRef(false)
  const done = isSent.current && message?.good && message.about.startsWith('coupon') ? message.text : null
  useEffect(() => {
    if (done === null) return
    showToast({ message: done, type: 'success' })
    onClose()
  }, [done, onClose])
  return (
    <Dialog open onClose={onClose} title="Your coupon" closeLabel="Close">
      {unanswered ? <Alert live>{NETWORK_MESSAGES.offline}. The cart is as you left it.</Alert> : null}
      <CouponForm
        code={view?.totals.couponCode ?? null}
        short={view?.couponShort ?? null}
        message={isSent.current ? message : null}
        mutate={(mutation) => {
          isSent.current = true
          getCartStore().mutate(mutation)
        }}
      />
    </Dialog>
  )
}
