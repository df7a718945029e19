/** /staff/me/: a person's own passkeys, recovery codes, PIN, devices and display (H14a). */
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { deviceName } from '../../../schema/identity/staff/device-name.ts'
import { isPinRole, roleLabel } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { reportHref } from '../../../schema/staff/reports/report-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { RECOVERY_CODES } from '../../identity/staff/recovery-code.ts'
import { type OwnAccount, readOwnAccount } from '../../identity/staff/staff-self.sql.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage, THEME_COOKIE } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { hasDailySummary } from '../today/daily-summary.sql.ts'

async function mePage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const [account, isMailed] = await Promise.all([
    readOwnAccount(c.env.DB, staff.staffId, Date.now()),
    hasDailySummary(c.env.DB, staff.staffId),
  ])
  const isOnPin = isPinRole(staff.role)
  return staffPage(c, {
    title: 'You and your devices',
    current: staffPaths.me,
    permissions: ['publickey-credentials-create', 'publickey-credentials-get'],
    body: (
      <>
        {flashAlert(c)}
        <p>
          {staff.name}, {roleLabel(staff.role)}. {staff.email}
        </p>
        <ActionForm action="sign-out" label="Sign out" />
        {isOnPin ? (
          <p>You’re signed in by PIN. Your passkeys and devices are on your own device.</p>
        ) : (
          <>
            <Passkeys passkeys={account.passkeys} device={c.req.header('User-Agent') ?? ''} />
            <h2>Recovery codes</h2>
            <p>
              {account.codesLeft === 0
                ? 'You have none. Without a passkey and without codes, only the owner can let you in again.'
                : `${account.codesLeft} of ${RECOVERY_CODES} left.`}
            </p>
            <p>
              <a href={staffPaths.codes}>{account.codesLeft === 0 ? 'Get 10 codes' : 'Replace them'}</a>
            </p>
            <Pin hasPin={account.hasPin} />
            <Sessions sessions={account.sessions} current={staff.sessionId} />
            <DailySummary isMailed={isMailed} />
            <h2>Your work</h2>
            <p>
              <a href={reportHref('people')}>My numbers</a>
            </p>
          </>
        )}
        <Display theme={getCookie(c, THEME_COOKIE) ?? 'device'} />
      </>
    ),
  })
}

/** Renders a form with one button. */
function ActionForm({
  action,
  label,
  of,
  fields = {},
  isDanger = false,
}: {
  action: string
  label: string
  /** What the button acts on, for screen readers. */
  of?: string
  fields?: Readonly<Record<string, string>>
  isDanger?: boolean
}) {
  return (
    <form method="post" action={staffPaths.meForm}>
      <input type="hidden" name="action" value={action} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" kind={isDanger ? 'danger' : 'plain'}>
        {label}
        {of ? <span className="visually-hidden">: {of}</span> : null}
      </Button>
    </form>
  )
}

function Passkeys({ passkeys, device }: { passkeys: OwnAccount['passkeys']; device: string }) {
  return (
    <>
      <h2>Passkeys</h2>
      <ul className="staff-rows">
        {passkeys.map(({ id, label, createdAt, usedAt }) => (
          <li key={id}>
            <div>
              <b>{label}</b>
              <p className="t-14 quiet">
                Added <Timestamp at={createdAt} />
                {usedAt === null ? null : (
                  <>
                    , last used <Timestamp at={usedAt} />
                  </>
                )}
              </p>
            </div>
            <details className="staff-act">
              <summary>
                Change<span className="visually-hidden"> {label}</span>
              </summary>
              <form method="post" action={staffPaths.meForm} className="form-grid">
                <input type="hidden" name="action" value="rename-passkey" />
                <input type="hidden" name="passkey" value={id} />
                <Field
                  name="label"
                  id={`label-${id}`}
                  label="Name"
                  defaultValue={label}
                  maxLength={60}
                  required
                />
                <Button type="submit" className="staff-send">
                  Rename
                </Button>
              </form>
              {passkeys.length > 1 ? (
                <ActionForm
                  action="remove-passkey"
                  label="Remove"
                  of={label}
                  fields={{ passkey: id }}
                  isDanger
                />
              ) : (
                <p>Add another passkey before you remove this one.</p>
              )}
            </details>
          </li>
        ))}
      </ul>
      <form data-passkey="add" data-next={staffPaths.me} className="staff-passkey">
        <input type="hidden" name="label" value={deviceName(device)} />
        <Button type="submit">Add a passkey on this device</Button>
        <p className="field-error" role="alert" />
      </form>
    </>
  )
}

function Pin({ hasPin }: { hasPin: boolean }) {
  return (
    <>
      <h2>PIN for a shared phone</h2>
      <p>
        {hasPin
          ? 'You have a PIN. A new one replaces it.'
          : 'With a PIN you can use the yard’s shared phone.'}
      </p>
      <form method="post" action={staffPaths.meForm} className="form-grid staff-narrow">
        <input type="hidden" name="action" value="pin" />
        <Field
          name="pin"
          label="New PIN, 6 digits"
          type="password"
          inputMode="numeric"
          pattern="[0-9]{6}"
          maxLength={6}
          autoComplete="new-password"
          required
        />
        <Button type="submit" className="staff-send">
          Save PIN
        </Button>
      </form>
    </>
  )
}

function Sessions({ sessions, current }: { sessions: OwnAccount['sessions']; current: string }) {
  return (
    <>
      <h2>Where you’re signed in</h2>
      <ul className="staff-rows">
        {sessions.map(({ id, device, place, createdAt, seenAt }) => (
          <li key={id}>
            <div>
              <b>{deviceName(device)}</b> {id === current ? <span className="tag">This device</span> : null}
              <p className="t-14 quiet">
                {place ? `${place}. ` : ''}Since <Timestamp at={createdAt} />, last used{' '}
                <Timestamp at={seenAt} />
              </p>
            </div>
            {id === current ? null : (
              <ActionForm
                action="end-session"
                label="Sign out"
                of={deviceName(device)}
                fields={{ session: id }}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? <ActionForm action="end-others" label="Sign out all other devices" /> : null}
    </>
  )
}

function DailySummary({ isMailed }: { isMailed: boolean }) {
  return (
    <>
      <h2>Daily summary</h2>
      <p>
        {isMailed
          ? 'You get a daily summary by email at 7:30 a.m. in Chicago when something waits for you.'
          : 'We can email you a daily summary of what waits for you, at 7:30 a.m. in Chicago.'}
      </p>
      <ActionForm
        action="daily-summary"
        label={isMailed ? 'Stop the daily summary' : 'Email me a daily summary'}
        fields={isMailed ? {} : { on: 'yes' }}
      />
    </>
  )
}

function Display({ theme }: { theme: string }) {
  return (
    <>
      <h2>Display and keys</h2>
      <p>Press ? to see the key shortcuts, or to switch them off.</p>
      <form method="post" action={staffPaths.meForm} className="form-grid staff-narrow">
        <input type="hidden" name="action" value="display" />
        <Select
          name="theme"
          label="Colors"
          defaultValue={theme}
          options={[
            { value: 'device', label: 'As on this device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <Button type="submit" className="staff-send">
          Save
        </Button>
      </form>
    </>
  )
}

function codesPage(c: Context<AppEnv>): Promise<Response> {
  return staffPage(c, {
    title: 'Recovery codes',
    current: staffPaths.me,
    body: (
      <>
        <p>
          If you lose this device, a recovery code lets you add a passkey on another one. Each of the ten
          codes works once. We show them once, so print or copy them.
        </p>
        <form method="post" action={staffPaths.meForm}>
          <input type="hidden" name="action" value="codes" />
          <Button type="submit" kind="buy" size="big">
            Show my 10 codes
          </Button>
        </form>
        <p>Codes you got before stop working then.</p>
        <p>
          <a href={staffPaths.home}>Later</a>
        </p>
      </>
    ),
  })
}

/** Shows new codes, for the only time. */
export function shownCodesPage(c: Context<AppEnv>, codes: readonly string[]): Promise<Response> {
  return staffPage(c, {
    title: 'Your recovery codes',
    current: staffPaths.me,
    body: (
      <>
        <p>Print or copy them now. We won’t show them again.</p>
        <ol className="staff-codes" id="codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="button-row">
          <Button data-copy="codes">Copy</Button>
          <Button data-print-page="">Print</Button>
        </div>
        <p>
          <a href={staffPaths.home}>I have them</a>
        </p>
      </>
    ),
  })
}

export const staffMePages = new Hono<AppEnv>().get(staffPaths.me, staffRoute(null, mePage)).get(
  staffPaths.codes,
  staffRoute(null, (c, { role }) => (isPinRole(role) ? c.redirect(staffPaths.me, 303) : codesPage(c))),
)
