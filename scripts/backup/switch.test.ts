import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deployShop } from '../deploy/deploy-shop.ts'
import { readEnvironment } from '../deploy/environment.ts'
import { deployOptions, fakePorts, PRODUCTION } from '../deploy/testing/deployment.fixture.ts'
import { ACCOUNT, fakeCloudflare } from '../deploy/testing/fake-cloudflare.ts'

test('[H4] a deployment sells from the database that the environment names', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const path = `https://api.test/client/v4/accounts/${ACCOUNT}/d1/database`
  await fake.fetch(path, { method: 'POST', body: JSON.stringify({ name: 'treadline-2' }) })
  const environment = { ...PRODUCTION, names: { ...PRODUCTION.names, database: 'treadline-2' } }
  await deployShop(deployOptions({ environment }), fakePorts(fake))
  const worker = fake.workers.get('treadline')
  const deployed = worker?.versions.find(({ id }) => id === worker.deployments[0]?.versions[0]?.version_id)
  const [restored] = [...fake.databases].find(([, { name }]) => name === 'treadline-2') ?? []
  expect(deployed?.metadata.bindings).toContainEqual({ type: 'd1', name: 'DB', id: restored })
})

test('[H4] the database in an environment file is used, and no two environments share it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-environments-'))
  const write = (name: string, changes: object) =>
    writeFileSync(
      join(folder, `${name}.json`),
      JSON.stringify({ worker: `shop-${name}`, kind: 'demo', hosts: [], region: 'enam', ...changes }),
    )
  write('one', { rateLimitOffset: 1000, database: 'restored' })
  write('two', { rateLimitOffset: 2000 })
  expect(readEnvironment('one', folder).names.database).toBe('restored')
  expect(readEnvironment('two', folder).names.database).toBe('shop-two')
  write('two', { rateLimitOffset: 2000, database: 'restored' })
  expect(() => readEnvironment('two', folder)).toThrow('have the same database "restored"')
  rmSync(folder, { recursive: true })
})
