import type { CartLineView } from '../../schema/cart/cart.api.ts'
import { formatLineCount } from '../../schema/cart/cart-format.ts'
import { Button } from '../platform/ui/button.tsx'
import { Dialog } from '../platform/ui/dialog.tsx'

/** Asks for confirmation before a line is removed. The button that keeps it comes first and has the focus. */
export function RemoveDialog({
  line,
  onKeep,
  onRemove,
}: {
  line: CartLineView
  onKeep: () => void
  onRemove: () => void
}) {
  const several = line.qty * line.setqty > 1
  return (
    <Dialog open onClose={onKeep} title={`Remove ${line.title}?`}>
      <p>
        {line.facts ? `${line.facts}. ` : ''}
        {several ? 'They’ll go back on the shelf.' : 'It’ll go back on the shelf.'}
      </p>
      <p className="button-row">
        <Button onClick={onKeep} autoFocus>
          {several ? 'Keep them' : 'Keep it'}
        </Button>
        <Button kind="danger" onClick={onRemove}>
          Remove {formatLineCount(line)}
        </Button>
      </p>
    </Dialog>
  )
}
