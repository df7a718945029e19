/** /staff/people/: who works here, with which role, and the shared phones (H14a). */
import { type Context, Hono } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import {
  type AssignedRole,
  BUILT_IN_ROLES,
  type CustomRole,
  canGrant,
  hasPermission,
  ROLE_TASKS,
  roleLabel,
} from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { emailAddress } from '../../../schema/platform/forms/field.ts'
import type { StaffPeopleForm } from '../../../schema/staff/account-forms.api.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { type Person, readPeople } from '../../identity/staff/staff-people.sql.ts'
import { readPhones, type SharedPhone } from '../../identity/staff/staff-phone.sql.ts'
import { readCustomRoles, roleId } from '../../identity/staff/staff-role.sql.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { CustomRoles } from './roles.page.tsx'

/** What an act left for this page to show: a link, once, or why a form was refused. */
interface Outcome {
  link?: { name: string; href: string }
  refused?: { problem: string; fields: Readonly<Record<string, string | undefined>> }
}

export async function peoplePage(
  c: Context<AppEnv>,
  staff: StaffSession,
  { link, refused }: Outcome = {},
): Promise<Response> {
  const isOwner = hasPermission(staff.role, 'people')
  const [people, phones, roles] = await Promise.all([
    isOwner ? readPeople(c.env.DB, Date.now()) : [],
    readPhones(c.env.DB),
    isOwner ? readCustomRoles(c.env.DB) : [],
  ])
  const options = roleOptions(staff, roles)
  return staffPage(c, {
    title: isOwner ? 'People' : 'Shared phones',
    current: staffPaths.people,
    ...(refused ? { status: 422 } : {}),
    body: (
      <>
        {link || refused ? null : flashAlert(c)}
        {refused ? (
          <Alert tone="error" focus>
            {refused.problem}
          </Alert>
        ) : null}
        {link ? <NewLink {...link} /> : null}
        {isOwner ? (
          <>
            <ul className="staff-rows">
              {people.map((person) => (
                <PersonRow key={person.id} person={person} staff={staff} options={options} />
              ))}
            </ul>
            <Invite options={options} fields={refused?.fields ?? {}} />
            <CustomRoles roles={roles} people={people} />
            <h2>Shared phones</h2>
          </>
        ) : null}
        <Phones phones={phones} />
      </>
    ),
  })
}

/** The link of a new invitation; a mail has it too. */
function NewLink({ name, href }: { name: string; href: string }) {
  return (
    <section className="staff-link" aria-labelledby="link-title" data-result="" tabIndex={-1}>
      <h2 id="link-title">Link for {name}</h2>
      <p>We emailed it too. It works once, within two days. We won’t show it again.</p>
      <p className="staff-secret" id="link">
        {href}
      </p>
      <Button data-copy="link">Copy link</Button>
    </section>
  )
}

function stateOf({ endedAt, hasPasskey, invitedUntil, seenAt }: Person) {
  if (endedAt !== null)
    return (
      <>
        Left <Timestamp at={endedAt} />. To let them in again, invite this email
      </>
    )
  if (!hasPasskey) return invitedUntil === null ? 'The link ran out' : 'Invited'
  if (seenAt === null) return 'Signed out'
  return (
    <>
      Last here <Timestamp at={seenAt} />
    </>
  )
}

interface PersonProps {
  person: Person
  staff: StaffSession
  options: readonly RoleOption[]
}

function PersonRow({ person, staff, options }: PersonProps) {
  const { id, name, email, role, endedAt } = person
  return (
    <li>
      <div>
        <b>{name}</b> <span className="tag">{roleLabel(role)}</span>
        <p className="t-14 quiet">
          {email}. {stateOf(person)}
          {id === staff.staffId ? '. This is you' : ''}
        </p>
      </div>
      {endedAt === null && canGrant(staff.role, role) ? (
        <details className="staff-act">
          <summary>
            Change<span className="visually-hidden"> {name}</span>
          </summary>
          <PeopleForm action="role" person={id}>
            <Select
              name="role"
              id={`role-${id}`}
              label="Role"
              defaultValue={roleId(role)}
              options={options}
            />
            <Button type="submit" className="staff-send">
              Change role
            </Button>
          </PeopleForm>
          <div className="button-row">
            <PeopleForm action="invite-again" person={id}>
              <Button type="submit">New link</Button>
            </PeopleForm>
            <PeopleForm action="end-sessions" person={id}>
              <Button type="submit">Sign out everywhere</Button>
            </PeopleForm>
          </div>
          <details>
            <summary>End access…</summary>
            <p className="quiet">
              {name} is signed out on every device at once. To let them in again, invite {email} again.
            </p>
            <PeopleForm action="end" person={id}>
              <Button type="submit" kind="danger">
                End access
              </Button>
            </PeopleForm>
          </details>
        </details>
      ) : null}
    </li>
  )
}

interface RoleOption {
  value: string
  label: string
}

/** Returns the roles that a person may give: no role that can do more than they. */
function roleOptions({ role: own }: StaffSession, roles: readonly CustomRole[]): RoleOption[] {
  const all: AssignedRole[] = [...BUILT_IN_ROLES, ...roles]
  return all
    .filter((role) => canGrant(own, role))
    .map((role) => ({
      value: roleId(role),
      label: typeof role === 'string' ? `${roleLabel(role)}: ${ROLE_TASKS[role]}` : role.name,
    }))
}

function PeopleForm({
  action,
  person,
  children,
}: {
  action: StaffPeopleForm['action']
  person?: number
  children: React.ReactNode
}) {
  return (
    <form method="post" action={staffPaths.peopleForm} className="form-grid">
      <input type="hidden" name="action" value={action} />
      {person === undefined ? null : <input type="hidden" name="person" value={String(person)} />}
      {children}
    </form>
  )
}

function Invite({
  options,
  fields,
}: {
  options: readonly RoleOption[]
  fields: Readonly<Record<string, string | undefined>>
}) {
  return (
    <section className="staff-narrow" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite someone</h2>
      <PeopleForm action="invite">
        <Field
          name="name"
          label="Name"
          maxLength={60}
          defaultValue={fields.name}
          autoComplete="off"
          required
        />
        <Field
          name="email"
          label="Email"
          type="email"
          maxLength={254}
          defaultValue={fields.email}
          error={fields.email === undefined ? null : emailAddress(fields.email.trim())}
          autoComplete="off"
          required
        />
        <Select name="role" label="Role" defaultValue={fields.role ?? 'yard'} options={options} />
        <Button type="submit" kind="buy" className="staff-send">
          Make a link
        </Button>
      </PeopleForm>
    </section>
  )
}

function Phones({ phones }: { phones: readonly SharedPhone[] }) {
  return (
    <>
      <p>
        On a shared phone people sign in with their name and PIN, and can do the work of the yard. They choose
        a PIN at “You and your devices”.
      </p>
      {phones.length > 0 ? (
        <ul className="staff-rows">
          {phones.map(({ id, label, createdAt, enrolledBy }) => (
            <li key={id}>
              <div>
                <b>{label}</b>
                <p className="t-14 quiet">
                  Enrolled by {enrolledBy} <Timestamp at={createdAt} />
                </p>
              </div>
              <form method="post" action={staffPaths.peopleForm}>
                <input type="hidden" name="action" value="remove-phone" />
                <input type="hidden" name="phone" value={id} />
                <Button type="submit" kind="danger">
                  Remove<span className="visually-hidden"> {label}</span>
                </Button>
              </form>
            </li>
          ))}
        </ul>
      ) : null}
      <section className="staff-narrow" aria-label="Enroll this phone">
        <PeopleForm action="enroll">
          <Field
            name="label"
            label="Name of this phone"
            hint="Open this page on the phone itself."
            maxLength={60}
            required
          />
          <Button type="submit" className="staff-send">
            Enroll this phone
          </Button>
        </PeopleForm>
      </section>
    </>
  )
}

export const staffPeoplePages = new Hono<AppEnv>().get(
  staffPaths.people,
  staffRoute('phones', (c, staff) => peoplePage(c, staff)),
)
