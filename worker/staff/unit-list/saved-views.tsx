/** The named views of the list of units, and the form that saves one. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { type UnitFilter, unitFilterQuery } from '../../../schema/staff/unit-list/unit-filter.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { SavedView } from './saved-views.sql.ts'

interface SavedViewsProps {
  views: readonly SavedView[]
  filter: UnitFilter
  staffId: number
}

export function SavedViews({ views, filter, staffId }: SavedViewsProps) {
  const query = unitFilterQuery(filter)
  const current = views.find((view) => view.query === query)
  return (
    <div className="units-views">
      {views.length > 0 ? (
        <nav aria-label="Saved views">
          <ul className="staff-menu">
            {views.map((view) => (
              <li key={view.id}>
                <a
                  href={`${UNIT_PATHS.units}?${view.query}`}
                  aria-current={view === current ? 'page' : undefined}
                >
                  {view.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {current && current.staffId === staffId ? (
        <form method="post" action={UNIT_PATHS.viewsForm}>
          <input type="hidden" name="action" value="delete" />
          <input type="hidden" name="id" value={current.id} />
          <Button type="submit">Delete view “{current.name}”</Button>
        </form>
      ) : null}
      {query !== '' && !current ? (
        <details className="units-save">
          <summary>Save this view</summary>
          <form method="post" action={UNIT_PATHS.viewsForm}>
            <input type="hidden" name="action" value="save" />
            <input type="hidden" name="query" value={query} />
            <div className="field-and-button">
              <Field name="name" label="Name" maxLength={40} required autoComplete="off" />
              <Button type="submit">Save</Button>
            </div>
            <Checkbox name="shared" value="1" label="Show it to all staff" />
          </form>
        </details>
      ) : null}
    </div>
  )
}
