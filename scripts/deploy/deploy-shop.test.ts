import { describe, expect, test } from 'vitest'
import { NotReady } from '../not-ready.ts'
import { deployShop } from './deploy-shop.ts'
import { RolledBack } from './rollout-steps.ts'
import {
  BROKEN_CHECKOUT,
  changes,
  deployed,
  deployOptions,
  fakePorts,
  OWN_HOST,
  PRODUCTION,
  SMALL_CONTENTS,
  STAGING,
  smallRelease,
  withAlertMail,
  withoutIds,
} from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'

describe('[H4] a deployment', () => {
  test('of an empty account creates everything, migrates before it uploads, and checks the shop last', async () => {
    const fake = fakeCloudflare()
    const ports = fakePorts(fake)
    const report = await deployShop(deployOptions(), ports)
    expect(report).toMatchObject({ siteUrl: 'https://treadline.tests.workers.dev', isApplied: true })
    const calls = changes(fake)
    expect(calls.findIndex((call) => call.endsWith('/query'))).toBeLessThan(
      calls.findIndex((call) => call.startsWith('PUT')),
    )
    const [database] = fake.databases.values()
    expect(database).toMatchObject({ name: 'treadline', region: 'enam' })
    expect(database?.db.prepare('SELECT name FROM d1_migrations').all()).toHaveLength(2)
    const worker = fake.workers.get('treadline')
    expect([...(worker?.secrets.keys() ?? [])].sort()).toEqual([
      'CAPTCHA_SECRET',
      'CAPTCHA_SITE_KEY',
      'CART_SECRET',
      'SESSION_SECRET',
    ])
    expect(worker?.isOnWorkersDev).toBe(true)
    expect(fake.queues.get('treadline-outbox')?.consumers[0]).toMatchObject({
      script: 'treadline',
      dead_letter_queue: 'treadline-outbox-dead',
    })
    expect(ports.lines).toContain('https://treadline.tests.workers.dev is deployed')
  })

  test('without changes makes no changing call and says so', async () => {
    const fake = await deployed()
    const ports = fakePorts(fake)
    expect(await deployShop(deployOptions(), ports)).toMatchObject({ steps: [], isApplied: false })
    expect(changes(fake)).toEqual([])
    const [version] = fake.workers.get('treadline')?.versions ?? []
    expect(ports.lines[0]).toBe(
      `https://treadline.tests.workers.dev is up to date: nothing to do. Version ${version?.id} (build ${deployOptions().release.hash}) is shown to all shoppers`,
    )
  })

  test('of another release is seen by nobody before its check, and ten releases change no secret', async () => {
    const fake = await deployed()
    const secrets = new Map(fake.workers.get('treadline')?.secrets)
    await deployShop(deployOptions({ release: smallRelease('export default { next: 1 }') }), fakePorts(fake))
    const shares = fake.workers
      .get('treadline')
      ?.deployments.map(({ versions }) => versions.map((one) => one.percentage))
    expect(shares?.toReversed()).toEqual([[100], [100], [0, 100], [100], [100]])
    for (let next = 2; next <= 10; next += 1)
      await deployShop(
        deployOptions({ release: smallRelease(`export default { next: ${next} }`) }),
        fakePorts(fake),
      )
    expect(fake.workers.get('treadline')?.secrets).toEqual(secrets)
  })

  test('whose checkout is broken is taken back, and shoppers never saw it', async () => {
    const fake = await deployed()
    const before = fake.workers.get('treadline')?.deployments[0]
    const release = smallRelease(`export default {} ${BROKEN_CHECKOUT}`)
    const failed = deployShop(deployOptions({ release }), fakePorts(fake))
    await expect(failed).rejects.toThrow(RolledBack)
    await expect(failed).rejects.toThrow('GET /checkout/ answers 500, not 200')
    const deployments = fake.workers.get('treadline')?.deployments ?? []
    expect(deployments[0]?.versions).toEqual(before?.versions)
    const broken = fake.workers.get('treadline')?.versions.at(-1)?.id
    const shown = deployments.flatMap(({ versions }) => versions).filter((one) => one.version_id === broken)
    expect(shown.map(({ percentage }) => percentage)).toEqual([0])
    await expect(deployShop(deployOptions({ release }), fakePorts(fake))).rejects.toThrow(
      /^Build \w+ was taken back, after its check or by npm run rollback\. Change it, or deploy it again with --retry\.$/,
    )
    await expect(deployShop(deployOptions({ release, isRetry: true }), fakePorts(fake))).rejects.toThrow(
      RolledBack,
    )
    await deployShop(
      deployOptions({ release: smallRelease('export default { mended: 1 }') }),
      fakePorts(fake),
    )
    expect(fake.workers.get('treadline')?.deployments[0]?.annotations).toEqual({
      'workers/message': 'checked',
    })
  })

  test('that fails only when all shoppers see it is taken back, also when Cloudflare first refuses that', async () => {
    const fake = await deployed()
    const before = fake.workers.get('treadline')?.deployments[0]
    const ports = fakePorts(fake)
    const isShownToAll = () => fake.workers.get('treadline')?.deployments[0]?.versions.length === 1
    let refusals = 2
    const options = deployOptions({ release: smallRelease('export default { next: 1 }') })
    const failed = deployShop(options, {
      ...ports,
      fetch: async (input, init) => {
        if (!String(input).endsWith('/cart/') || !isShownToAll()) return ports.fetch(input, init)
        fake.fault = ({ path }) =>
          path.endsWith('/deployments') && refusals-- > 0 ? new Response('away', { status: 503 }) : undefined
        return new Response('oops', { status: 500 })
      },
    })
    await expect(failed).rejects.toThrow(RolledBack)
    expect(fake.workers.get('treadline')?.deployments[0]?.versions).toEqual(before?.versions)
  })

  test('whose check fails in an empty account is checked again by the next run', async () => {
    const fake = fakeCloudflare()
    const broken = deployOptions({ release: smallRelease(BROKEN_CHECKOUT) })
    for (const _ of [1, 2])
      await expect(deployShop(broken, fakePorts(fake))).rejects.toThrow(
        'The shop is deployed, but its check failed',
      )
    await deployShop(deployOptions(), fakePorts(fake))
    expect(await deployShop(deployOptions(), fakePorts(fake))).toMatchObject({ steps: [] })
  })

  test('with a first host of its own connects the host before it checks the release there', async () => {
    const fake = await deployed()
    const environment = { ...PRODUCTION, hosts: ['shop.tires.example'] }
    const report = await deployShop(deployOptions({ environment }), fakePorts(fake))
    expect(report).toMatchObject({ siteUrl: 'https://shop.tires.example', isApplied: true })
    expect(fake.domains.get('shop.tires.example')).toBe('treadline')
    expect(fake.workers.get('treadline')?.isOnWorkersDev).toBe(false)
    expect(await deployShop(deployOptions({ environment }), fakePorts(fake))).toMatchObject({ steps: [] })
    const other = { ...PRODUCTION, hosts: ['www.tires.example'] }
    await deployShop(deployOptions({ environment: other }), fakePorts(fake))
    expect([...fake.domains.keys()]).toEqual(['www.tires.example'])
  })

  test('refuses a host that leads to another Worker', async () => {
    const fake = await deployed()
    fake.domains.set('shop.tires.example', 'blog')
    const environment = { ...PRODUCTION, hosts: ['shop.tires.example'] }
    await expect(deployShop(deployOptions({ environment }), fakePorts(fake))).rejects.toThrow(
      'shop.tires.example leads to the Worker blog: disconnect it there first',
    )
    expect(changes(fake)).toEqual([])
  })

  test('refuses a host without a zone in the account before the first change', async () => {
    const fake = fakeCloudflare()
    const environment = { ...PRODUCTION, hosts: ['shop.elsewhere.example'] }
    await expect(deployShop(deployOptions({ environment }), fakePorts(fake))).rejects.toThrow(
      'This account has no zone for shop.elsewhere.example',
    )
    expect(changes(fake)).toEqual([])
  })

  test('binds a database that was deleted and created again', async () => {
    const fake = await deployed()
    fake.databases.clear()
    await deployShop(deployOptions(), fakePorts(fake))
    const bindings = fake.workers.get('treadline')?.versions.at(-1)?.metadata.bindings ?? []
    expect(bindings.find(({ type }) => type === 'd1')).toMatchObject({ id: [...fake.databases.keys()][0] })
  })

  test('sends a secret again only when it is replaced, and never prints it', async () => {
    const fake = await deployed()
    const ports = fakePorts(fake)
    const given = { CART_SECRET: 'another-secret-of-32-characters-or-more' }
    expect(await deployShop(deployOptions({ given }), ports)).toMatchObject({ steps: [] })
    await deployShop(deployOptions({ given, replaced: ['CART_SECRET'] }), ports)
    expect(fake.workers.get('treadline')?.secrets.get('CART_SECRET')).toBe(given.CART_SECRET)
    expect(ports.lines.join()).toContain('with new CART_SECRET')
    expect(ports.lines.join()).not.toContain(given.CART_SECRET)
  })

  test('with a migration that fails uploads nothing and leaves the database as it was', async () => {
    const fake = await deployed()
    const bad = {
      name: '0003_bad.sql',
      statements: ['CREATE TABLE new_one (id)', 'INSERT INTO nowhere VALUES (1)'],
    }
    const contents = { ...SMALL_CONTENTS, migrations: [...SMALL_CONTENTS.migrations, bad] }
    const release = smallRelease('export default { next: 1 }')
    await expect(deployShop(deployOptions({ contents, release }), fakePorts(fake))).rejects.toThrow(
      'Migration 0003_bad.sql failed and changed nothing',
    )
    expect(changes(fake).filter((call) => !call.endsWith('/query'))).toEqual([])
    const [database] = fake.databases.values()
    expect(database?.db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'new_one'").all()).toEqual([])
  })

  test('with new Durable Objects is deployed alone, or together with other changes only when that is wanted', async () => {
    const fake = await deployed()
    const migrations = [
      { tag: 'v1', new_sqlite_classes: ['CartObject'] },
      { tag: 'v2', new_sqlite_classes: ['ChatObject'] },
    ]
    const release = smallRelease('export default { next: 1 }', { migrations })
    const added = {
      name: '0003_new.sql',
      statements: ["INSERT INTO d1_migrations (name) VALUES ('0003_new.sql')"],
    }
    const contents = { ...SMALL_CONTENTS, migrations: [...SMALL_CONTENTS.migrations, added] }
    await expect(deployShop(deployOptions({ release, contents }), fakePorts(fake))).rejects.toThrow(
      /^The Durable Objects v2 cannot be tried .* Other changes wait: apply the migration 0003_new\.sql\. /,
    )
    expect(changes(fake)).toEqual([])
    await deployShop(deployOptions({ release, contents, isAtOnce: true }), fakePorts(fake))
    expect(fake.workers.get('treadline')?.objectTag).toBe('v2')
    const alone = await deployed()
    await deployShop(deployOptions({ release }), fakePorts(alone))
    expect(alone.workers.get('treadline')?.objectTag).toBe('v2')
  })

  test('refuses a database that a newer checkout has migrated', async () => {
    const fake = await deployed()
    const contents = { ...SMALL_CONTENTS, migrations: SMALL_CONTENTS.migrations.slice(0, 1) }
    await expect(deployShop(deployOptions({ contents }), fakePorts(fake))).rejects.toThrow('0002_more.sql')
    expect(changes(fake)).toEqual([])
  })

  test('names all missing and half-given values before the first change', async () => {
    const fake = fakeCloudflare()
    const given = { STRIPE_SECRET_KEY: 'sk_test_123456', CAPTCHA_SECRET: '0x12345678' }
    const failed = deployShop(deployOptions({ given }), fakePorts(fake))
    await expect(failed).rejects.toThrow(NotReady)
    await expect(failed).rejects.toThrow(
      /^STRIPE_PUBLISHABLE_KEY is missing: .*\nCAPTCHA_SITE_KEY is missing: .*$/,
    )
    expect(changes(fake)).toEqual([])
  })

  test('of staging names no resource of production', async () => {
    const fake = fakeCloudflare()
    await deployShop(deployOptions({ environment: STAGING }), fakePorts(fake))
    const names = JSON.stringify(fake.snapshot()).match(/"treadline[\w.-]*/g) ?? []
    expect(names.filter((name) => !name.startsWith('"treadline-staging'))).toEqual([])
    expect(names.length).toBeGreaterThan(5)
  })
})

describe('[H4] a plan', () => {
  test.each([
    ['an empty account', async () => fakeCloudflare(), {}],
    ['another release', deployed, { release: smallRelease('export default { next: 2 }') }],
    [
      'another cron',
      deployed,
      { release: smallRelease('export default {}', { triggers: { crons: ['*/5 * * * *'] } }) },
    ],
    [
      'a host of its own',
      withAlertMail,
      { environment: OWN_HOST, release: smallRelease('export default { next: 2 }') },
    ],
  ])('of %s makes no change, and names the calls that the deployment makes', async (_, open, options) => {
    const fake = await open()
    const { steps } = await deployShop(deployOptions({ ...options, isPlan: true }), fakePorts(fake))
    expect(changes(fake)).toEqual([])
    await deployShop(deployOptions(options), fakePorts(fake))
    const planned = steps.flatMap(({ calls }) =>
      calls.map(({ method, path }) => `${method} ${withoutIds(path)}`),
    )
    expect(changes(fake)).toEqual(planned.filter((call, index) => call !== planned[index - 1]))
  })
})
