import { expect, test } from 'vitest'
import { deployShop } from './deploy-shop.ts'
import { RolledBack } from './rollout-steps.ts'
import { deployOptions, fakePorts, PRODUCTION, smallRelease } from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'

/** Deploys a release into a shop with visitors; `traffic` is what its data points say at each look. */
async function release(traffic: { requests: number; failed: number }[], environment = PRODUCTION) {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const ports = fakePorts(fake)
  const waits: number[] = []
  const worker = fake.workers.get('treadline')
  const result = await deployShop(
    deployOptions({ environment, release: smallRelease('export default { next: 1 }') }),
    {
      ...ports,
      wait: async (ms) => {
        waits.push(ms)
        fake.traffic.set(
          worker?.versions.at(-1)?.id ?? '',
          traffic[waits.length - 1] ?? { requests: 0, failed: 0 },
        )
      },
    },
  ).catch((error: unknown) => error)
  const shares = worker?.deployments
    .map(({ versions }) => versions[0]?.percentage)
    .toReversed()
    .slice(2)
  return { result, waits, shares, lines: ports.lines, fake }
}

test('[H4] a tenth of the shoppers see a release for two minutes before all do', async () => {
  const { waits, shares, lines } = await release([
    { requests: 10, failed: 0 },
    { requests: 4_000, failed: 3 },
  ])
  expect(waits).toEqual(Array.from({ length: 8 }, () => 15_000))
  expect(shares).toEqual([0, 10, 100, 100])
  expect(lines).toContain('  watched for 120 s: 0 requests of shoppers')
})

test('[H4] a release whose requests fail is taken back at the first look that shows it, and all shoppers never saw it', async () => {
  const few = { requests: 19, failed: 19 }
  const { result, waits, shares } = await release([few, { requests: 200, failed: 3 }])
  expect(result).toBeInstanceOf(RolledBack)
  expect(String(result)).toContain(
    '10 % of the shoppers saw it: 3 of 200 requests of shoppers failed. It was taken back.',
  )
  expect(waits).toHaveLength(2)
  expect(shares).toEqual([0, 10, 100])
})

test('[H4] without shoppers nothing is watched, and a token that may not read the counts does not stop a release', async () => {
  expect((await release([], { ...PRODUCTION, watchSeconds: 0 })).shares).toEqual([0, 100, 100])
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  fake.fault = ({ path }) =>
    path.endsWith('/analytics_engine/sql')
      ? Response.json(
          { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
          { status: 403 },
        )
      : undefined
  const ports = fakePorts(fake)
  await deployShop(deployOptions({ release: smallRelease('export default { next: 1 }') }), ports)
  expect(ports.lines.find((line) => line.includes('not watched'))).toContain(
    'The token needs the permission "Account, Account Analytics: Read"',
  )
})
