import { describe, expect, test } from 'vitest'
import { NotReady } from '../not-ready.ts'
import { deployShop } from './deploy-shop.ts'
import { deployVersions } from './deployments.ts'
import { planRollback } from './rollback.ts'
import {
  BROKEN_CHECKOUT,
  deployOptions,
  fakePorts,
  PRODUCTION,
  SMALL_CONTENTS,
  smallRelease,
} from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'

const MIGRATIONS = ['0001_shop.sql', '0002_more.sql', '0003_new.sql']

function contentsOfThree() {
  const added = {
    name: '0003_new.sql',
    statements: ["INSERT INTO d1_migrations (name) VALUES ('0003_new.sql')"],
  }
  return { ...SMALL_CONTENTS, migrations: [...SMALL_CONTENTS.migrations, added] }
}

/** Returns an account with two releases; the second one has a migration more. */
async function twoReleases(second = smallRelease('export default { next: 1 }')) {
  const fake = fakeCloudflare()
  const ports = fakePorts(fake)
  await deployShop(deployOptions(), ports)
  const contents = contentsOfThree()
  await deployShop(deployOptions({ release: second, contents, isAtOnce: true }), ports)
  return { fake, ports, versions: fake.workers.get('treadline')?.versions.map(({ id }) => id) ?? [] }
}

describe('[H4] a rollback', () => {
  test('leads to the release before, and names the migrations that its code has not seen', async () => {
    const { ports, versions } = await twoReleases()
    const { from, to, isChecked, unseenMigrations } = await planRollback(ports.api, PRODUCTION, MIGRATIONS)
    expect([to.id, from.id]).toEqual(versions)
    expect(unseenMigrations).toEqual(['0003_new.sql'])
    expect(isChecked).toBe(true)
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

  test('leads to no release that failed its check, also when it was the last one that all shoppers saw', async () => {
    const { fake, ports } = await twoReleases()
    const shown = fakePorts(fake)
    const failing: typeof fetch = async (input, init) => {
      const isShownToAll = fake.workers.get('treadline')?.deployments[0]?.versions.length === 1
      return isShownToAll && String(input).endsWith('/cart/')
        ? new Response('oops', { status: 500 })
        : shown.fetch(input, init)
    }
    const third = deployOptions({
      contents: contentsOfThree(),
      release: smallRelease('export default { next: 2 }'),
    })
    await expect(deployShop(third, { ...shown, fetch: failing })).rejects.toThrow('It was taken back')
    const [first, second, rejected] = fake.workers.get('treadline')?.versions ?? []
    const named = await planRollback(ports.api, PRODUCTION, MIGRATIONS, rejected?.id)
    expect([named.to.id, named.isChecked]).toEqual([rejected?.id, false])
    const { from, to } = await planRollback(ports.api, PRODUCTION, MIGRATIONS)
    expect([from.id, to.id]).toEqual([second?.id, first?.id])
  })

  test('takes a release away that only some shoppers see', async () => {
    const { fake, ports, versions } = await twoReleases()
    const [first = '', second = ''] = versions
    const split = [
      { id: second, percentage: 10 },
      { id: first, percentage: 90 },
    ]
    await deployVersions(ports.api, '/accounts/{account}/workers/scripts/treadline', split)
    const { from, to } = await planRollback(ports.api, PRODUCTION, MIGRATIONS)
    expect([from.id, to.id]).toEqual([second, first])
    expect(fake.workers.get('treadline')?.deployments[0]?.versions).toHaveLength(2)
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

test('[H4] a deployment names what shoppers see by the id that /healthz and a rollback have, also when it is taken back', async () => {
  const fake = fakeCloudflare()
  const lastId = () => fake.workers.get('treadline')?.versions.at(-1)?.id
  for (const code of ['export default {}', 'export default { next: 1 }']) {
    const ports = fakePorts(fake)
    await deployShop(deployOptions({ release: smallRelease(code) }), ports)
    const { hash } = smallRelease(code)
    expect(ports.lines).toContain(`  Version ${lastId()} (build ${hash}) is shown to all shoppers`)
  }
  const broken = smallRelease(`export default {} ${BROKEN_CHECKOUT}`)
  const reason = await deployShop(deployOptions({ release: broken }), fakePorts(fake)).catch(String)
  expect(reason).toContain(
    `Version ${lastId()} (build ${broken.hash}): its check before shoppers see it failed`,
  )
})
