/** A link to the cart's coupon field; with JavaScript it opens the coupon dialog over the checkout. */
import { type ComponentType, useState } from 'react'
import { paths } from '../../../schema/paths.ts'

const COUPON_FIELD = `${paths.cart}#coupon`

export function CouponLink({ code }: { code: string | null }) {
  const [open, setOpen] = useState<{ CouponDialog: ComponentType<{ onClose: () => void }> } | null>(null)
  return (
    <>
      <a
        className="t-14"
        href={COUPON_FIELD}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          import('../../cart/coupon/coupon-dialog.tsx').then(setOpen, () => location.assign(COUPON_FIELD))
        }}
      >
        {code ? 'Change coupon' : 'Use a coupon'}
      </a>
      {open ? <open.CouponDialog onClose={() => setOpen(null)} /> : null}
    </>
  )
}
