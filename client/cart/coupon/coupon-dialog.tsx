/** The coupon form in a dialog over the checkout, so that the fields of the checkout keep their text. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { OfflineNote } from '../offline-note.tsx'
import { getCartStore } from '../sync/browser-cart.store.ts'
import { CouponForm } from './coupon-form.tsx'

export function CouponDialog({ onClose }: { onClose: () => void }) {
  const { view, message, busy, unanswered } = useSyncExternalStore(
    getCartStore().subscribe,
    getCartStore().get,
  )
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
      {unanswered ? <OfflineNote waiting={busy} /> : null}
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
