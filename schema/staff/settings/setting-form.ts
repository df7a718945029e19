/** The form of a group of settings: the field of each setting has its path as name (H14l). */
import * as v from 'valibot'
import { formatAmount, parseDollars } from '../../platform/money.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import { INTAKE_SETTINGS, type IntakeSettings } from '../intake/intake-settings.ts'
import { INTAKE_PATH } from './setting.ts'

const TEXTS = v.record(v.string(), v.optional(v.string()))

export const SETTINGS_FORM = v.pipe(
  TEXTS,
  v.transform((texts) => ({ key: texts.key, group: texts.group, texts })),
  v.object({ key: CHANGE_KEY, group: v.pipe(v.string(), v.maxLength(20)), texts: TEXTS }),
)

/** Returns the name of the field with the version that the form saw of a setting. */
export function versionField(path: string): string {
  return `version ${path}`
}

/** Returns the version that the form saw; `null` without one. */
export function readVersion(
  texts: Readonly<Record<string, string | undefined>>,
  path: string,
): number | null {
  const parsed = v.safeParse(FORM_VERSION, texts[versionField(path)])
  return parsed.success ? parsed.output : null
}

/** The name of the group of the intake's settings, which have fields of their own. */
export const INTAKE_GROUP = 'intake'

export const INTAKE_FIELDS = [
  { name: 'photos', label: 'Take photos', kind: 'switch' },
  { name: 'suggestion', label: 'Suggest prices', kind: 'switch' },
  { name: 'maxAge', label: 'A manager takes in tires older than, in years', kind: 'number' },
  { name: 'leastPrice', label: 'Least price, in dollars', kind: 'dollars' },
  { name: 'leastMargin', label: 'Least above the cost, in dollars', kind: 'dollars' },
  { name: 'setTread', label: 'Tread within a set differs by up to, in 32nds', kind: 'number' },
  { name: 'setWeeks', label: 'Age within a set differs by up to, in weeks', kind: 'number' },
  { name: 'usedShare', label: 'Share of a new tire’s price at full tread, such as 0.55', kind: 'number' },
] as const satisfies readonly { name: keyof IntakeSettings; label: string; kind: string }[]

export const SECOND_INSPECTION_OPTIONS = [
  { value: 'before-sale', label: 'Before the tire is on sale' },
  { value: 'before-it-leaves', label: 'Before it leaves the yard' },
] as const

/** Returns the text of each field of the intake's settings. */
export function intakeTexts(settings: IntakeSettings): Record<string, string> {
  const text = (name: keyof IntakeSettings, kind: string) => {
    const value = settings[name]
    if (kind === 'switch') return value ? 'on' : ''
    return kind === 'dollars' ? formatAmount(Number(value)) : String(value)
  }
  return {
    ...Object.fromEntries(INTAKE_FIELDS.map(({ name, kind }) => [name, text(name, kind)])),
    secondInspection: settings.secondInspection,
  }
}

/** Returns the value of the setting that the fields of the form say; the setting's own rule checks it. */
export function intakeValue(texts: Readonly<Record<string, string | undefined>>): string {
  const value = (name: string, kind: string) => {
    const text = (texts[name] ?? '').trim()
    if (kind === 'switch') return text !== ''
    return kind === 'dollars' ? parseDollars(text) : text === '' ? null : Number(text)
  }
  return JSON.stringify({
    ...INTAKE_SETTINGS,
    ...Object.fromEntries(INTAKE_FIELDS.map(({ name, kind }) => [name, value(name, kind)])),
    secondInspection: texts.secondInspection,
  })
}

/** Returns the text that the form has for a setting; `undefined` when it has none. */
export function settingText(
  texts: Readonly<Record<string, string | undefined>>,
  path: string,
): string | undefined {
  return path === INTAKE_PATH ? intakeValue(texts) : texts[path]
}

export const SETTINGS_MESSAGES = {
  saved: 'Saved. The shop uses it from now on.',
  unchanged: 'Nothing was different, so nothing was changed.',
  wrong: 'Some settings need another look. The others are saved.',
  wrongPart: 'Nothing of this part is saved, because one of its values isn’t possible.',
} as const

/** Returns the message of a refused group: the settings of intake are saved together, all others one by one. */
export function refusedMessage(group: string): string {
  return group === INTAKE_GROUP ? SETTINGS_MESSAGES.wrongPart : SETTINGS_MESSAGES.wrong
}
