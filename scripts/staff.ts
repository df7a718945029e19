/** `npm run staff`: a link that lets a person join the back office, here or in the deployed shop. */
import { invitationHref } from '../schema/identity/staff/invitation.ts'
import { BUILT_IN_ROLES } from '../schema/identity/staff/permissions.ts'
import { confirm, terminal } from './confirm-prompt.ts'
import { DEFAULT_ENVIRONMENT } from './deploy/environment.ts'
import { openRemoteShop } from './deploy/remote-shop.ts'
import { literal } from './load/sql.ts'
import { openLocalD1 } from './load/target.ts'
import { NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'
import { readPort } from './ports.ts'
import { inviteStatements, newInvitation, parseInvitee } from './staff/invite.ts'

const HELP = `Prints a link by which a person joins the back office, also an owner who lost every passkey. It works once, within two days.
Whatever the person signed in with before ends at once. In the shop, the owner invites at /staff/people/.

  npm run staff -- --invite "NAME <MAIL>" --role owner   the role: ${BUILT_IN_ROLES.join(', ')}
  npm run staff -- --invite "NAME <MAIL>" --role owner --to remote   in the deployed shop; --env staging for another environment
  npm run staff -- --invite "NAME <MAIL>" --role owner --yes   does not ask before a passkey ends
  PORT=9000 npm run staff -- --invite "NAME <MAIL>" --role owner   a shop here that was started with another port
  npm run staff -- --invite "NAME <MAIL>" --role owner --persist-to FOLDER   another folder of local state than .wrangler/state

Exit codes: 0 done, 1 failed, 2 nothing was changed.
`

const { values } = readOptions('npm run staff', {
  options: {
    help: { type: 'boolean', short: 'h' },
    invite: { type: 'string' },
    role: { type: 'string' },
    to: { type: 'string', default: 'local' },
    env: { type: 'string', default: DEFAULT_ENVIRONMENT },
    yes: { type: 'boolean', default: false },
    'persist-to': { type: 'string', default: '.wrangler/state' },
  },
})

/** Opens the database that `--to` names. */
async function openShop() {
  if (values.to === 'remote') return { ...(await openRemoteShop(values.env)), close: async () => undefined }
  const local = await openLocalD1(`${values['persist-to']}/v3`)
  return { ...local, readSiteUrl: async () => `http://localhost:${readPort()}` }
}

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP)
  if (values.invite === undefined) throw new NotReady('Name a person: --invite "Name <mail>" (or --help)')
  const person = parseInvitee(values.invite, '--invite')
  const role = BUILT_IN_ROLES.find((one) => one === values.role)
  if (!role)
    throw new NotReady(`--role should be one of ${BUILT_IN_ROLES.join(', ')}, not "${values.role ?? ''}"`)
  if (values.to !== 'local' && values.to !== 'remote')
    throw new NotReady(`--to should be local or remote, not "${values.to}"`)
  const { db, readSiteUrl, close } = await openShop()
  try {
    const [known] = await db.query<{ role: string; passkeys: number }>(
      `SELECT role, (SELECT count(*) FROM staff_passkey WHERE staff_id = staff.id) AS passkeys
       FROM staff WHERE email = ${literal(person.email)} AND ended_at IS NULL`,
    )
    if (known && known.passkeys > 0)
      await confirm(terminal, {
        what: `${person.email} has a passkey as ${known.role}; it stops working, and so do all sessions.`,
        word: person.email,
        yes: values.yes,
      })
    const { token, id } = newInvitation()
    // Before the change, because its answer can be lost after the database has the link.
    process.stdout.write(`${invitationHref(await readSiteUrl(), token)}\n`)
    process.stdout.write(
      `Open this link within two days. It works once, and makes ${person.email} ${role}.\n`,
    )
    await db.run(inviteStatements(person, { id, role, now: Date.now() }))
  } finally {
    await close()
  }
}

run(main, {
  explain: (text) =>
    /no such (table|column)/.test(text)
      ? 'The database is not ready: run npm start once, or npx wrangler d1 migrations apply treadline --local'
      : text,
})
