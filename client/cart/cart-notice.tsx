import { formatNotice, isSuccessNotice, parseEnded, parseNoticeCode } from '../../schema/cart/cart-notice.ts'
import { paths } from '../../schema/paths.ts'
import { Alert } from '../platform/ui/alert.tsx'
import type { CartSearchParams } from './sync/cart-search-params.ts'

/** Shows the result of the plain form that redirected here, with a button that undoes a removal. */
export function CartNoticeNote({ search, hidden }: { search: CartSearchParams; hidden: boolean }) {
  const { count, sku, qty } = search
  const notice = parseNoticeCode(search.notice)
  const ended = parseEnded(search.ended)
  if (hidden || notice === null) return null
  const result = { code: notice, ...(count === undefined ? {} : { count }), ...(ended ? { ended } : {}) }
  return (
    <Alert
      tone={isSuccessNotice(result) ? 'plain' : 'error'}
      live
      action={
        notice === 'removed' && sku && qty ? (
          <form method="post" action={paths.cartForm}>
            <input type="hidden" name="action" value="add" />
            <input type="hidden" name="sku" value={sku} />
            <input type="hidden" name="qty" value={qty} />
            <button type="submit" className="text-button">
              Put it back
            </button>
          </form>
        ) : notice === 'added' ? (
          <a className="note-link" href={paths.checkout}>
            Proceed to checkout
          </a>
        ) : undefined
      }
    >
      {formatNotice(result)}
    </Alert>
  )
}
