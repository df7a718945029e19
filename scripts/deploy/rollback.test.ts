import { describe, expect, test } from 'vitest'
import { deployShop } from './deploy-shop.ts'
import { NotReady } from './not-ready.ts'
import { planRollback } from './rollback.ts'
import {
  deployOptions,
  fakePorts,
  PRODUCTION,
  SMALL_CONTENTS,
  smallRelease,
} from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'

const MIGRATIONS = ['0001_shop.sql', '0002_more.sql', '0003_new.sql']

/** Returns an account with two releases; the second one has a migration more. */
async function twoReleases(second = smallRelease('export default { next: 1 }')) {
  const fake = fakeCloudflare()
  const ports = fakePorts(fake)
  await deployShop(deployOptions(), ports)
  const added = {
    name: '0003_new.sql',
    statements: ["INSERT INTO d1_migrations (name) VALUES ('0003_new.sql')"],
  }
  const contents = { ...SMALL_CONTENTS, migrations: [...SMALL_CONTENTS.migrations, added] }
  await deployShop(deployOptions({ release: second, contents, isAtOnce: true }), ports)
  return { fake, ports, versions: fake.workers.get('treadline')?.versions.map(({ id }) => id) ?? [] }
}

describe('[H4] a rollback', () => {
  test('leads to the release before, and names the migrations that its code has not seen', async () => {
    const { ports, versions } = await twoReleases()
    const { from, to, unseenMigrations } = await planRollback(ports.api, PRODUCTION, MIGRATIONS)
    expect([to.id, from.id]).toEqual(versions)
    expect(unseenMigrations).toEqual(['0003_new.sql'])
  })

  test('is refused before the first deployment, to the deployed version, and to one that does not exist', async () => {
    const empty = fakePorts(fakeCloudflare())
    await expect(planRollback(empty.api, PRODUCTION, MIGRATIONS)).rejects.toThrow(
      'treadline has never been deployed',
    )
    const { ports, versions } = await twoReleases()
    const to = (wanted: string) => planRollback(ports.api, PRODUCTION, MIGRATIONS, wanted)
    await expect(to(versions[1] ?? '')).rejects.toThrow('is deployed already')
    await expect(to('nowhere')).rejects.toThrow('There is no version nowhere')
  })

  test('is refused across a migration of Durable Objects', async () => {
    const migrations = [
      { tag: 'v1', new_sqlite_classes: ['CartObject'] },
      { tag: 'v2', new_sqlite_classes: ['ChatObject'] },
    ]
    const { ports } = await twoReleases(smallRelease('export default { next: 1 }', { migrations }))
    const refused = planRollback(ports.api, PRODUCTION, MIGRATIONS)
    await expect(refused).rejects.toThrow(NotReady)
    await expect(refused).rejects.toThrow('from before the migration v2 of the Durable Objects')
  })
})
