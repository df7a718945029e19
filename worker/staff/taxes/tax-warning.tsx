/** Warns people who sell while taxes and fees are demonstration values (H14l). */
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { hasPermission, type SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatCount } from '../../../schema/platform/count.ts'

interface TaxWarningProps {
  /** How many of the delivery area nobody has confirmed. */
  count: number
  role: SessionRole
}

/** Renders nothing when all are confirmed, and for roles that neither sell nor see taxes. */
export function TaxWarning({ count, role }: TaxWarningProps) {
  const seesTaxes = hasPermission(role, 'taxes.see')
  if (count === 0 || !(seesTaxes || hasPermission(role, 'sell'))) return null
  const what = count === 1 ? '1 tax or fee' : `${formatCount(count)} taxes and fees`
  const isAre = count === 1 ? 'is a demonstration value' : 'are demonstration values'
  const action = hasPermission(role, 'taxes') ? (count === 1 ? 'Confirm it' : 'Confirm them') : 'See them'
  return (
    <Alert tone="error" action={seesTaxes ? <a href={`${staffPaths.taxes}#confirm`}>{action}</a> : null}>
      {`${what} of the delivery area ${isAre} until the owner confirms ${count === 1 ? 'it' : 'them'}. Order totals may be wrong.`}
    </Alert>
  )
}
