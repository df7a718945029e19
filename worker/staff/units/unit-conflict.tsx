/** The choice after a conflict: somebody changed the same field while a person had the page open. */
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import type { FieldConflict } from '../../../schema/staff/changes/change.ts'
import { formatChange } from '../../../schema/staff/changes/format-change.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { UNIT_FIELDS, type UnitValues } from '../../../schema/staff/units/unit-record.ts'
import { Timestamp } from '../frame/timestamp.tsx'
import type { UnitView } from './unit-view.sql.ts'

export interface UnitConflict {
  conflict: FieldConflict
  /** The value that the person wanted. */
  mine: unknown
  /** The fields of the form that was refused; sent again with the version of now, they win. */
  fields: Readonly<Record<string, string>>
  /** The version with the other person's change. */
  version: number
}

const format = (field: keyof UnitValues, value: unknown) =>
  formatChange('unit', {}, { [field]: value }, { maySeeCost: false })[0]?.after ?? 'none'

export function ConflictChoice({
  view,
  conflict: { conflict, mine, fields, version },
}: {
  view: UnitView
  conflict: UnitConflict
}) {
  const field = conflict.field as keyof UnitValues
  const theirs = format(field, conflict.theirs)
  const { sku } = view.product
  const again = Object.entries(fields).filter(([name]) => name !== 'version' && name !== 'key')
  return (
    <section className="note note-error unit-conflict" role="alert" aria-labelledby="conflict-title">
      <div>
        <h2 id="conflict-title" className="t-22">
          {UNIT_FIELDS[field].label} has another value by now
        </h2>
        <p>
          {view.nameOf(conflict.by) || 'The shop'} set it to <b>{theirs}</b>, <Timestamp at={conflict.at} />.
          You want <b>{format(field, mine)}</b>. Or type another value below.
        </p>
      </div>
      <div className="button-row">
        <LinkButton href={unitHref(sku)}>Keep {theirs}</LinkButton>
        <form method="post" action={UNIT_PATHS.unitForm}>
          {again.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <Button type="submit">Use {format(field, mine)}</Button>
        </form>
      </div>
    </section>
  )
}
