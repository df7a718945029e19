/** GET /staff/people/roles/new and /staff/people/roles/{id}: what a custom role may do, and its limits (H14a). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import {
  BUILT_IN_ROLES,
  type CustomRole,
  canGrant,
  hasPermission,
  NO_RULES,
  PERMISSION_GROUPS,
  PERMISSION_LABELS,
  roleLabel,
} from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import {
  LIMIT_FIELDS,
  permissionText,
  ROLE_PATHS,
  type RoleErrors,
  type RoleTexts,
  roleHref,
  roleTexts,
} from '../../../schema/staff/people/role-form.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { Person } from '../../identity/staff/staff-people.sql.ts'
import { findRole } from '../../identity/staff/staff-role.sql.ts'
import { FactList } from '../frame/fact-list.tsx'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'

/** Why a form was refused. */
export interface RefusedRole {
  message: string
  errors: RoleErrors
  /** The role as another person saved it after this page was opened. */
  saved?: CustomRole | null
}

interface ShownRole {
  id: string
  /** 0 for a new role. */
  version: number
  texts: RoleTexts
}

/** Renders the form of a role, with what was typed in a refused one. */
export function rolePage(
  c: Context<AppEnv>,
  staff: StaffSession,
  { id, version, texts }: ShownRole,
  refused?: RefusedRole,
): Promise<Response> {
  const fields = { id, version }
  return staffPage(c, {
    title: version === 0 ? 'New role' : `Role ${texts.name}`,
    current: staffPaths.people,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused?.message)}
        {refused?.saved ? <SavedRole role={refused.saved} /> : null}
        <p>
          <a href={staffPaths.people}>People and roles</a>
        </p>
        {version === 0 ? <Beginnings staff={staff} /> : null}
        <PostForm
          path={ROLE_PATHS.form}
          fields={{ action: 'save', ...fields }}
          className="form-grid staff-role"
        >
          <Field
            name="name"
            label="Name of the role"
            hint="Such as “Night shift”. It stands beside the names of its people."
            defaultValue={texts.name}
            error={refused?.errors.name}
            maxLength={40}
            autoComplete="off"
            required
          />
          {PERMISSION_GROUPS.map(({ title, permissions }) => (
            <fieldset key={title} className="staff-boxes">
              <legend>{title}</legend>
              {permissions
                .filter((permission) => hasPermission(staff.role, permission))
                .map((permission) => (
                  <Checkbox
                    key={permission}
                    name="permission"
                    value={permission}
                    label={permissionText(permission)}
                    defaultChecked={texts.permission.includes(permission)}
                  />
                ))}
            </fieldset>
          ))}
          <fieldset className="staff-boxes">
            <legend>Limits</legend>
            <p className="quiet">Each limit only applies if its permission is checked. Empty is zero.</p>
            {LIMIT_FIELDS.map(({ name, label, isMoney }) => (
              <Field
                key={name}
                name={name}
                label={label}
                inputMode={isMoney ? 'decimal' : 'numeric'}
                defaultValue={texts[name]}
                error={refused?.errors[name]}
                maxLength={20}
                autoComplete="off"
              />
            ))}
          </fieldset>
          <Button type="submit" kind="buy" className="staff-send">
            Save role
          </Button>
        </PostForm>
        {version === 0 ? null : (
          <PostForm path={ROLE_PATHS.form} fields={{ action: 'delete', ...fields }}>
            <Button type="submit" kind="danger">
              Delete role
            </Button>
          </PostForm>
        )}
      </>
    ),
  })
}

/** What the role is now, beside what was typed. */
function SavedRole({ role }: { role: CustomRole }) {
  const texts = roleTexts(role, role.name)
  return (
    <section aria-labelledby="saved-title">
      <h2 id="saved-title">What they saved</h2>
      <FactList
        facts={[
          ['Name', role.name],
          ['Its people can', role.permissions.map((one) => PERMISSION_LABELS[one]).join(', ')],
          ...LIMIT_FIELDS.map(({ name, label }) => [label, texts[name]] as const),
        ]}
      />
    </section>
  )
}

/** A new role begins empty, or with what a built-in role may do. */
function Beginnings({ staff }: { staff: StaffSession }) {
  return (
    <p>
      Tick what its people may do, or begin with a built-in role:{' '}
      {BUILT_IN_ROLES.filter((role) => role !== 'owner' && canGrant(staff.role, role)).map((role, index) => (
        <span key={role}>
          {index > 0 ? ', ' : ''}
          <a href={`${roleHref('new')}?like=${role}`}>{roleLabel(role)}</a>
        </span>
      ))}
      .
    </p>
  )
}

/** The part of the page of people that lists the custom roles. */
export function CustomRoles({ roles, people }: { roles: readonly CustomRole[]; people: readonly Person[] }) {
  const holders = (id: string) =>
    people.filter(({ role, endedAt }) => endedAt === null && typeof role !== 'string' && role.id === id)
      .length
  return (
    <section className="custom-roles" aria-labelledby="roles-title">
      <h2 id="roles-title">Custom roles</h2>
      {roles.length === 0 ? (
        <p>None so far. The built-in roles are often enough.</p>
      ) : (
        <ul className="staff-rows">
          {roles.map(({ id, name, permissions }) => (
            <li key={id}>
              <div>
                <a href={roleHref(id)}>{name}</a>
                <p className="t-14 quiet">
                  {formatQuantity(permissions.length, 'permission')},{' '}
                  {holders(id) === 1 ? '1 person' : `${holders(id)} people`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={roleHref('new')}>Make a role</a>
      </p>
    </section>
  )
}

/** A new id; the form has it, so that a repeated form makes one role. */
export const newRoleId = () => `own-${crypto.randomUUID().slice(-12)}`

function newRole(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const id = newRoleId()
  const like = BUILT_IN_ROLES.find((role) => role !== 'owner' && role === c.req.query('like'))
  return rolePage(c, staff, { id, version: 0, texts: roleTexts(like ?? NO_RULES, '') })
}

async function openRole(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const role = await findRole(c.env.DB, id)
  if (role === null || typeof role === 'string') return c.notFound()
  return rolePage(c, staff, { id, version: role.version, texts: roleTexts(role, role.name) })
}

export const rolePages = new Hono<AppEnv>()
  .get(
    ROLE_PATHS.roles,
    staffRoute('people', (c) => {
      c.header('Cache-Control', 'private, no-store')
      return c.redirect(`${staffPaths.people}#roles-title`, 302)
    }),
  )
  .get(roleHref('new'), staffRoute('people', newRole))
  .get(roleHref(':id{own-[0-9a-f]{12}}'), staffRoute('people', openRole))
