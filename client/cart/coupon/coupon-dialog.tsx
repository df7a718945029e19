/** A coupon as a popup: over the checkout, where what was typed stays as it is. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { getCartStore } from '../sync/browser-cart.store.ts'
import { CouponForm } from './coupon-form.tsx'

export function CouponDialog({ onClose }: { onClose: () => void }) {
  const { view, message, unanswered } = useSyncExternalStore(getCartStore().subscribe, getCartStore().get)
  // What was said before this popup is not the answer to it.
  const asked = useRef(false)
  const done = asked.current && message?.good && message.about.startsWith('coupon') ? message.text : null
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
        message={asked.current ? message : null}
        ask={(mutation) => {
          asked.current = true
          getCartStore().ask(mutation)
        }}
      />
    </Dialog>
  )
}
