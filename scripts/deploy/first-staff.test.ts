import { expect, test } from 'vitest'
import { readMigrations } from '../load/migrate.ts'
import { deployShop } from './deploy-shop.ts'
import { addFirstStaff } from './first-staff.ts'
import { remoteD1 } from './remote-d1.ts'
import { deployOptions, fakePorts, SMALL_CONTENTS } from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'

const CONTENTS = { ...SMALL_CONTENTS, migrations: readMigrations() }
const options = (staffEmail?: string) => deployOptions({ contents: CONTENTS, staffEmail })

async function deployed(staffEmail?: string) {
  const fake = fakeCloudflare()
  const ports = fakePorts(fake)
  await deployShop(options(staffEmail), ports)
  const [id = ''] = fake.databases.keys()
  const rows = (sql: string) => fake.databases.get(id)?.db.prepare(sql).all()
  const run = (sql: string) => fake.databases.get(id)?.db.exec(sql)
  return { fake, ports, rows, run, db: remoteD1(ports.api, id) }
}

const STAFF = 'SELECT email, password_hash FROM staff_member JOIN customer ON customer.id = customer_id'
const linkIn = (lines: readonly string[]) => lines.filter((line) => line.includes('createpassword/?token='))

test('[H4] a deployment adds the first staff member with one link, and has nothing to do once the link was used', async () => {
  const { fake, ports, rows, run } = await deployed(' Dana@Shop.example ')
  expect(linkIn(ports.lines)).toEqual([
    expect.stringMatching(
      /^ {2}https:\/\/treadline\.tests\.workers\.dev\/customer\/account\/createpassword\/\?token=[\w-]{43}$/,
    ),
  ])
  expect(rows(STAFF)).toEqual([{ email: 'dana@shop.example', password_hash: null }])
  expect(rows('SELECT expires_at - created_at AS life FROM password_reset')).toEqual([{ life: 86_400_000 }])
  run("UPDATE customer SET password_hash = 'a hash'")
  expect(await deployShop(options('dana@shop.example'), fakePorts(fake))).toMatchObject({ steps: [] })
  await expect(deployShop(options('eve@shop.example'), fakePorts(fake))).rejects.toThrow(
    'This shop has staff already, and only they can make eve@shop.example one',
  )
})

test('[H4] a link that nobody used is replaced by the next one, also for another address', async () => {
  const { fake, ports: first, rows } = await deployed('dna@shop.example')
  expect(first.lines).toContain('  Used up or a day old? Run this command again.')
  expect(first.lines.join('\n')).toContain(
    'dna@shop.example has not used the link for the first staff member yet; another run with --staff replaces it',
  )
  const ports = fakePorts(fake)
  await deployShop(options('dana@shop.example'), ports)
  expect(ports.lines).toContain(
    '  make dana@shop.example the first staff member instead of dna@shop.example, whose link stops working, and print a link to choose a password',
  )
  expect(linkIn(ports.lines)).toHaveLength(1)
  expect(rows(STAFF)).toEqual([{ email: 'dana@shop.example', password_hash: null }])
  expect(rows('SELECT email FROM password_reset JOIN customer ON customer.id = customer_id')).toEqual([
    { email: 'dana@shop.example' },
  ])
})

test('[H4] an account that somebody registered before loses its password and its sessions', async () => {
  const { fake, rows, run } = await deployed()
  run(`INSERT INTO customer (id, email, firstname, lastname, telephone, group_id, password_hash, is_first_login, created_at, updated_at)
    VALUES (7, 'dana@shop.example', 'Eve', '', '', 1, 'of an attacker', 0, 1, 1)`)
  run("INSERT INTO customer_session VALUES ('a', 7, 'page', '', '', 1, 1, 9e15)")
  run("INSERT INTO customer_identity VALUES ('google', 'eve', 7, 'eve@elsewhere.example', 1)")
  await deployShop(options('dana@shop.example'), fakePorts(fake))
  expect(rows(STAFF)).toEqual([{ email: 'dana@shop.example', password_hash: null }])
  expect(rows('SELECT 1 FROM customer_session UNION ALL SELECT 1 FROM customer_identity')).toEqual([])
})

test('[H4] a staff member who came meanwhile is not replaced, and the link that was printed does not work', async () => {
  const { db, rows, run } = await deployed('dana@shop.example')
  run("UPDATE customer SET password_hash = 'a hash'")
  await expect(addFirstStaff(db, { email: 'eve@shop.example', id: 'b'.repeat(64), now: 5 })).rejects.toThrow(
    'The shop got its first staff member meanwhile; this link does not work',
  )
  expect(rows(STAFF)).toEqual([{ email: 'dana@shop.example', password_hash: 'a hash' }])
  expect(rows("SELECT 1 FROM password_reset WHERE id LIKE 'bbb%'")).toEqual([])
})

test('[H4] at a terminal the address is asked for while there is no staff; an empty answer adds none', async () => {
  const { fake, rows } = await deployed()
  await deployShop(options(), { ...fakePorts(fake), askStaff: async () => ' ' })
  expect(rows(STAFF)).toEqual([])
  await deployShop(options(), { ...fakePorts(fake), askStaff: async () => 'dana@shop.example' })
  expect(rows(STAFF)).toMatchObject([{ email: 'dana@shop.example' }])
  await expect(
    deployShop(options('dana'), { ...fakePorts(fake), askStaff: async () => expect.unreachable() }),
  ).rejects.toThrow('--staff needs an e-mail address, not "dana"')
})
