/** POST /staff/units/views/form: saves and deletes named views of the list of units. */
import { SAVED_VIEW_FORM, SAVED_VIEW_MESSAGES } from '../../../schema/staff/unit-list/saved-view.ts'
import {
  parseUnitFilter,
  unitFilterQuery,
  unitListHref,
} from '../../../schema/staff/unit-list/unit-filter.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { deleteView, saveView } from './saved-views.sql.ts'

export const savedViewsForm = staffFormRoute({
  path: UNIT_PATHS.viewsForm,
  permission: 'units.see',
  schema: SAVED_VIEW_FORM,
  run: async (c, form, { staffId }) => {
    if (form.action === 'delete') {
      const isDeleted = await deleteView(c.env.DB, form.id, staffId)
      return staffAnswer(isDeleted, SAVED_VIEW_MESSAGES[isDeleted ? 'deleted' : 'gone'], UNIT_PATHS.units)
    }
    const filter = parseUnitFilter(new URLSearchParams(form.query))
    const view = {
      staffId,
      name: form.name,
      query: unitFilterQuery(filter),
      isShared: form.shared,
    }
    const isSaved = await saveView(c.env.DB, { ...view, now: Date.now() })
    return staffAnswer(isSaved, SAVED_VIEW_MESSAGES[isSaved ? 'saved' : 'full'], unitListHref(filter))
  },
})
