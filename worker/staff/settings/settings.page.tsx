/** GET /staff/settings/: what the shop's people decide without a programmer, by groups (H14l). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { parseIntakeSettings } from '../../../schema/staff/intake/intake-settings.ts'
import { CLOSED_DAYS_PAGE } from '../../../schema/staff/settings/closed-days.ts'
import {
  INTAKE_PATH,
  type Setting,
  type SettingGroup,
  settingGroups,
} from '../../../schema/staff/settings/setting.ts'
import {
  INTAKE_FIELDS,
  INTAKE_GROUP,
  intakeTexts,
  refusedMessage,
  SECOND_INSPECTION_OPTIONS,
  versionField,
} from '../../../schema/staff/settings/setting-form.ts'
import type { AppEnv } from '../../env.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readSettings } from './settings.sql.ts'

type Stored = Awaited<ReturnType<typeof readSettings>>
type Texts = Readonly<Record<string, string | undefined>>

/** Settings that were refused, with what was typed in their group. */
interface RefusedSettings {
  group: string
  texts: Texts
  errors: Readonly<Record<string, string>>
}

/** Returns the groups of this shop with what is stored. */
export async function readGroups(db: D1Database): Promise<{ groups: SettingGroup[]; stored: Stored }> {
  const stored = await readSettings(db)
  const stores = [...stored.keys()].flatMap((path) => {
    const [, number] = /^stores\/([1-9]\d?)\/path$/.exec(path) ?? []
    return number ? [Number(number)] : []
  })
  return { groups: settingGroups(stores.sort((a, b) => a - b)), stored }
}

export async function settingsPage(c: Context<AppEnv>, refused?: RefusedSettings): Promise<Response> {
  const { groups, stored } = await readGroups(c.env.DB)
  const of = (name: string) => (refused?.group === name ? refused : undefined)
  return staffPage(c, {
    title: 'Settings',
    current: staffPaths.settings,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused && refusedMessage(refused.group))}
        <p>
          Each change is in the <a href={staffPaths.audit}>audit log</a> and can be undone there for 30 days.
        </p>
        <p>
          <a href={CLOSED_DAYS_PAGE}>Closed days</a>: the shop’s own holidays, on which nothing ships.
        </p>
        {groups.map(({ name, title, settings }) => (
          <GroupForm
            key={name}
            name={name}
            title={title}
            paths={settings.map(({ path }) => path)}
            stored={stored}
          >
            {settings.map((setting) => (
              <SettingField
                key={setting.path}
                setting={setting}
                text={of(name)?.texts[setting.path] ?? stored.get(setting.path)?.value ?? ''}
                error={of(name)?.errors[setting.path]}
              />
            ))}
          </GroupForm>
        ))}
        <IntakeForm stored={stored} refused={of(INTAKE_GROUP)} />
      </>
    ),
  })
}

interface GroupFormProps {
  name: string
  title: string
  paths: readonly string[]
  stored: Stored
  children: React.ReactNode
}

function GroupForm({ name, title, paths, stored, children }: GroupFormProps) {
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="staff-narrow">
      <h2 id={`${name}-title`}>{title}</h2>
      <PostForm path={staffPaths.settingsForm} fields={{ group: name }} className="form-grid">
        {paths.map((path) => (
          <input key={path} type="hidden" name={versionField(path)} value={stored.get(path)?.version ?? 0} />
        ))}
        {children}
        <Button type="submit" className="staff-send">
          Save<span className="visually-hidden"> {title}</span>
        </Button>
      </PostForm>
    </section>
  )
}

interface SettingFieldProps {
  setting: Setting
  text: string
  error: string | undefined
}

function SettingField({ setting: { path, label, hint, options }, text, error }: SettingFieldProps) {
  const field = { name: path, id: path.replaceAll('/', '-'), label, error, defaultValue: text }
  if (options) return <Select {...field} options={options} />
  return <Field {...field} hint={hint} autoComplete="off" maxLength={1_000} />
}

function IntakeForm({ stored, refused }: { stored: Stored; refused: RefusedSettings | undefined }) {
  const texts: Texts = refused?.texts ?? intakeTexts(parseIntakeSettings(stored.get(INTAKE_PATH)?.value))
  return (
    <GroupForm name={INTAKE_GROUP} title="Taking in" paths={[INTAKE_PATH]} stored={stored}>
      {refused?.errors[INTAKE_PATH] ? <p className="field-error">{refused.errors[INTAKE_PATH]}</p> : null}
      {INTAKE_FIELDS.map(({ name, label, kind }) =>
        kind === 'switch' ? (
          <Checkbox key={name} name={name} label={label} defaultChecked={Boolean(texts[name])} />
        ) : (
          <Field
            key={name}
            name={name}
            label={label}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={texts[name]}
            required
          />
        ),
      )}
      <Select
        name="secondInspection"
        label="A second person inspects"
        defaultValue={texts.secondInspection}
        options={SECOND_INSPECTION_OPTIONS}
      />
    </GroupForm>
  )
}

export const settingsPages = new Hono<AppEnv>().get(
  staffPaths.settings,
  staffRoute('settings', (c) => settingsPage(c)),
)
