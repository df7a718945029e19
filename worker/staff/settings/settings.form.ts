/** POST /staff/settings/form/: changes the settings of a group; those that are refused are shown again (H14l). */
import { staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { INTAKE_SETTING, type Setting } from '../../../schema/staff/settings/setting.ts'
import {
  INTAKE_GROUP,
  readVersion,
  refusedMessage,
  SETTINGS_FORM,
  SETTINGS_MESSAGES,
  settingText,
} from '../../../schema/staff/settings/setting-form.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { readGroups, settingsPage } from './settings.page.tsx'

export const settingsForm = staffFormRoute({
  permission: 'settings',
  schema: SETTINGS_FORM,
  run: async (c, { key, group, texts }, staff) => {
    const settings: readonly Setting[] | undefined =
      group === INTAKE_GROUP
        ? [INTAKE_SETTING]
        : (await readGroups(c.env.DB)).groups.find(({ name }) => name === group)?.settings
    if (!settings) return c.notFound()
    const errors: Record<string, string> = {}
    let hasChanged = false
    for (const { path, problem } of settings) {
      const value = settingText(texts, path)
      if (value === undefined) continue
      const request = {
        ...({ record: 'setting', id: path, patch: { value }, version: readVersion(texts, path) } as const),
        ...{ key: `${key.slice(0, 36)} ${path}`, batch: key },
      }
      const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
      if (result.ok) hasChanged ||= result.auditId !== null
      else errors[path] = result.problem === 'invalid' ? problem : CHANGE_MESSAGES[result.problem]
    }
    if (Object.keys(errors).length > 0) {
      const to = () => settingsPage(c, { group, texts, errors })
      return { status: 422, result: { message: refusedMessage(group), errors }, to }
    }
    const message = hasChanged ? SETTINGS_MESSAGES.saved : SETTINGS_MESSAGES.unchanged
    return staffAnswer(true, message, `${staffPaths.settings}#${group}`)
  },
})
