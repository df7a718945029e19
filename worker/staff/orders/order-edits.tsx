/** The edits of an order on its page (H14o), with the pay link of one that waits. */
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { staffOrderHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { payLinkHref, saleHref } from '../../../schema/staff/counter/counter-paths.ts'
import { Timestamp } from '../frame/timestamp.tsx'
import { formatEdit, type OrderEditLine } from './line-edit.sql.ts'

/** Renders the edits, the oldest first. */
export function OrderEdits({ edits, maySell }: { edits: readonly OrderEditLine[]; maySell: boolean }) {
  if (edits.length === 0) return null
  return (
    <section aria-labelledby="edits">
      <h3 id="edits">Changes of the items</h3>
      <ul className="order-edits">
        {edits.map((edit) => (
          <li key={edit.id}>
            <p>
              {formatEdit(edit.kind, { before: edit.beforeLine, lines: edit.next.lines })}:{' '}
              {formatState(edit)}{' '}
              {edit.sale && edit.state !== 'waiting' ? (
                <a href={staffOrderHref(edit.sale)}>{edit.sale}</a>
              ) : null}{' '}
              <span className="quiet">
                <Timestamp at={edit.at} />
              </span>
            </p>
            {edit.state === 'waiting' && edit.draftId !== null && maySell ? (
              <p className="button-row">
                <LinkButton href={payLinkHref(edit.draftId)}>Pay link</LinkButton>
                <LinkButton href={saleHref(edit.draftId)}>Take the money here, or end it</LinkButton>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatState({ state, difference }: OrderEditLine): string {
  const amount = formatMoney(Math.abs(difference))
  if (state === 'waiting') return `waits for ${amount}. Nothing of the order changes until then.`
  if (state === 'ended') return 'not done, the order stayed as it was.'
  if (difference === 0) return 'the total stayed the same.'
  return difference > 0 ? `${amount} more.` : `${amount} less.`
}
