import { expect, test } from 'vitest'
import { deployShop } from './deploy-shop.ts'
import { RolledBack } from './rollout-steps.ts'
import { deployOptions, fakePorts, PRODUCTION, smallRelease } from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'

const FORMER = smallRelease('export default {}')
/** A release with other files for the browser. */
const OTHER_FILES = smallRelease('export default { next: 1 }')
/** A release whose pages load the files of the former one. */
const SAME_FILES = { ...OTHER_FILES, assets: FORMER.assets }

interface Traffic {
  requests: number
  failed: number
}

/** Deploys a release into a shop with visitors; `traffic` is what its data points say after each wait. */
async function deploy(
  traffic: Traffic[],
  {
    release = SAME_FILES,
    environment = PRODUCTION,
    onWait = (_: number) => {},
    signal = new AbortController().signal,
  } = {},
) {
  const fake = fakeCloudflare()
  await deployShop(deployOptions({ release: FORMER }), fakePorts(fake))
  const ports = fakePorts(fake)
  const worker = fake.workers.get('treadline')
  let waits = 0
  const result = await deployShop(deployOptions({ environment, release }), {
    ...ports,
    signal,
    wait: async () => {
      fake.traffic.set(worker?.versions.at(-1)?.id ?? '', traffic[waits] ?? { requests: 0, failed: 0 })
      waits += 1
      onWait(waits)
      signal.throwIfAborted()
    },
  }).catch((error: unknown) => error)
  const shares = worker?.deployments
    .map(({ versions }) => versions[0]?.percentage)
    .toReversed()
    .slice(2)
  return { result, waits, shares, lines: ports.lines }
}

const calm = Array.from({ length: 8 }, (_, index) => ({ requests: 500 * (index + 1), failed: index }))

test('[H4] a tenth of the shoppers see a release for two minutes before all do, when both have the same files', async () => {
  const { waits, shares, lines } = await deploy(calm)
  expect(waits).toBe(8)
  expect(shares).toEqual([0, 10, 100, 100])
  expect(lines).toContain('  watched for 120 s, 4000 requests')
})

test('[H4] a release with other files is shown to all and watched then, because pages must find their own scripts', async () => {
  const { waits, shares } = await deploy(calm, { release: OTHER_FILES })
  expect(waits).toBe(8)
  expect(shares).toEqual([0, 100, 100])
})

test.each([
  ['same', SAME_FILES, '10 % of the shoppers saw it', [0, 10, 100]],
  ['other', OTHER_FILES, '100 % of the shoppers saw it', [0, 100, 100]],
])(
  '[H4] a release with the %s files whose requests fail is taken back at the first look that shows it',
  async (_, release, text, expected) => {
    const { result, waits, shares } = await deploy(
      [
        { requests: 19, failed: 19 },
        { requests: 200, failed: 3 },
      ],
      { release },
    )
    expect(result).toBeInstanceOf(RolledBack)
    expect(String(result)).toContain(`${text}: 3 of 200 requests failed. It was taken back.`)
    expect([waits, shares]).toEqual([2, expected])
  },
)

test('[H4] a release that an interrupted run has shown is watched by the next run', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions({ release: FORMER }), fakePorts(fake))
  const ports = fakePorts(fake)
  fake.fault = ({ method, path }) => {
    const { versions = [], deployments = [] } = fake.workers.get('treadline') ?? {}
    const isShownToAll = versions.length === 2 && deployments[0]?.versions[0]?.version_id === versions[1]?.id
    const isSplit = deployments[0]?.versions.length === 2
    return isShownToAll && !isSplit && method === 'POST' && path.endsWith('/deployments')
      ? new Response('', { status: 403 })
      : undefined
  }
  const release = OTHER_FILES
  const wasShown = await deployShop(deployOptions({ release }), ports).catch((error: unknown) => error)
  fake.fault = null
  expect(wasShown).toBeInstanceOf(Error)
  const version = fake.workers.get('treadline')?.deployments[0]?.versions[0]?.version_id ?? ''
  const wait = async () => void fake.traffic.set(version, { requests: 1_000, failed: 900 })
  await expect(deployShop(deployOptions({ release }), { ...fakePorts(fake), wait })).rejects.toThrow(
    'The shop is deployed, but 900 of 1000 requests failed. Go back by npm run rollback',
  )
})

test('[H4] a person who stops the command while a release is watched has it taken back', async () => {
  const stop = new AbortController()
  const onWait = (count: number) => count === 3 && stop.abort()
  const { result, shares } = await deploy(calm, { signal: stop.signal, onWait })
  expect(result).toBeInstanceOf(RolledBack)
  expect(String(result)).toContain('it was stopped. It was taken back.')
  expect(shares).toEqual([0, 10, 100])
})

test('[H4] without shoppers nothing is watched, and a token that may not read the counts shows a release to all at once', async () => {
  expect((await deploy([], { environment: { ...PRODUCTION, watchSeconds: 0 } })).shares).toEqual([
    0, 100, 100,
  ])
  const fake = fakeCloudflare()
  await deployShop(deployOptions({ release: FORMER }), fakePorts(fake))
  fake.fault = ({ path }) =>
    path.endsWith('/analytics_engine/sql')
      ? Response.json(
          { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
          { status: 403 },
        )
      : undefined
  const ports = fakePorts(fake)
  await deployShop(deployOptions({ release: SAME_FILES }), ports)
  const shares = fake.workers.get('treadline')?.deployments.map(({ versions }) => versions[0]?.percentage)
  expect(shares?.toReversed().slice(2)).toEqual([0, 100, 100])
  expect(ports.lines.find((line) => line.includes('not watched'))).toContain(
    'The token needs the permission "Account, Account Analytics: Read"',
  )
})
