import { expect, test } from 'vitest'
import { readMigrations } from '../load/migrate.ts'
import { deployShop } from './deploy-shop.ts'
import { addFirstOwner } from './first-owner.ts'
import { remoteD1 } from './remote-d1.ts'
import { deployOptions, fakePorts, SMALL_CONTENTS } from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'

const CONTENTS = { ...SMALL_CONTENTS, migrations: readMigrations() }
const options = (firstOwner?: string) => deployOptions({ contents: CONTENTS, firstOwner })

async function deployed(firstOwner?: string) {
  const fake = fakeCloudflare()
  const ports = fakePorts(fake)
  await deployShop(options(firstOwner), ports)
  const [id = ''] = fake.databases.keys()
  const rows = (sql: string) => fake.databases.get(id)?.db.prepare(sql).all()
  const run = (sql: string) => fake.databases.get(id)?.db.exec(sql)
  return { fake, ports, rows, run, db: remoteD1(ports.api, id) }
}

const STAFF = "SELECT name, email FROM staff WHERE role = 'owner' AND ended_at IS NULL"
const INVITED = 'SELECT email FROM staff_invitation JOIN staff ON staff.id = staff_id'
const DANA = { name: 'Dana Marsh', email: 'dana@shop.example' }
const linkIn = (lines: readonly string[]) => lines.filter((line) => line.includes('/staff/join/'))
const join = (staffId = '(SELECT min(id) FROM staff)') =>
  `DELETE FROM staff_invitation; INSERT INTO staff_passkey VALUES ('key', ${staffId}, x'00', 0, '[]', 'Phone', 1, 1)`

test('[H4] [H14a] a deployment adds the first owner with one link, and has nothing to do once the link was used', async () => {
  const { fake, ports, rows, run } = await deployed(' Dana Marsh <Dana@Shop.example> ')
  expect(linkIn(ports.lines)).toEqual([
    expect.stringMatching(/^ {2}https:\/\/treadline\.tests\.workers\.dev\/staff\/join\/#[\w-]{43}$/),
  ])
  expect(rows(STAFF)).toEqual([DANA])
  expect(rows('SELECT expires_at - created_at AS life FROM staff_invitation')).toEqual([
    { life: 172_800_000 },
  ])
  run(join())
  expect(await deployShop(options('dana@shop.example'), fakePorts(fake))).toMatchObject({ steps: [] })
  await expect(deployShop(options('eve@shop.example'), fakePorts(fake))).rejects.toThrow(
    'This shop has an owner already, who invites eve@shop.example',
  )
})

test('[H4] [H14a] a link that nobody used is replaced by the next one, also for another address', async () => {
  const { fake, ports: first, rows } = await deployed('dna@shop.example')
  expect(first.lines).toContain('  Used up or too old? Run this command again.')
  expect(first.lines.join('\n')).toContain(
    'dna@shop.example has not used the link for the first owner yet; another run with --owner replaces it',
  )
  const ports = fakePorts(fake)
  await deployShop(options('Dana Marsh <dana@shop.example>'), ports)
  expect(ports.lines).toContain(
    '  make dana@shop.example the first owner instead of dna@shop.example, whose link stops working, and print a link to join',
  )
  expect(linkIn(ports.lines)).toHaveLength(1)
  expect(rows(STAFF)).toEqual([DANA])
  expect(rows(INVITED)).toEqual([{ email: 'dana@shop.example' }])
})

test('[H4] [H14a] staff with this address lose passkeys, sessions, codes and PIN: only the link makes an owner', async () => {
  const { fake, rows, run } = await deployed()
  run(
    "INSERT INTO staff (id, name, email, role, created_at, pin_hash) VALUES (7, 'Eve', 'dana@shop.example', 'yard', 1, 'pin')",
  )
  run(join('7'))
  run("INSERT INTO staff_recovery_code VALUES ('code', 7)")
  run("INSERT INTO staff_session VALUES ('a', 7, '', '', 1, 1, 9e15, 1, NULL)")
  await deployShop(options('Dana Marsh <dana@shop.example>'), fakePorts(fake))
  expect(rows(STAFF)).toEqual([DANA])
  expect(rows('SELECT id FROM staff_session UNION ALL SELECT id FROM staff_passkey')).toEqual([])
  expect(rows('SELECT id FROM staff_recovery_code UNION ALL SELECT pin_hash FROM staff')).toEqual([
    { id: null },
  ])
  expect(rows(INVITED)).toEqual([{ email: 'dana@shop.example' }])
})

test('[H4] [H14a] an owner who came meanwhile is not replaced, and the link that was printed does not work', async () => {
  const { db, rows, run } = await deployed('Dana Marsh <dana@shop.example>')
  run(join())
  const eve = { name: 'Eve', email: 'eve@shop.example' }
  await expect(addFirstOwner(db, eve, { id: 'b'.repeat(64), now: 5 })).rejects.toThrow(
    'The shop got its first owner meanwhile; this link does not work',
  )
  expect(rows(STAFF)).toEqual([DANA])
  expect(rows(INVITED)).toEqual([])
})

test('[H4] [H14a] at a terminal the first owner is asked for while there is none; an empty answer adds none', async () => {
  const { fake, rows } = await deployed()
  await deployShop(options(), { ...fakePorts(fake), askOwner: async () => ' ' })
  expect(rows(STAFF)).toEqual([])
  await deployShop(options(), { ...fakePorts(fake), askOwner: async () => 'Dana Marsh <dana@shop.example>' })
  expect(rows(STAFF)).toEqual([DANA])
  await expect(
    deployShop(options('dana'), { ...fakePorts(fake), askOwner: async () => expect.unreachable() }),
  ).rejects.toThrow('--owner needs "Name <mail>", not "dana"')
})
