import { expect, test } from 'vitest'
import { deployShop } from './deploy-shop.ts'
import { deploymentLock, type LockOwner, LostLock } from './lock.ts'
import { remoteD1 } from './remote-d1.ts'
import { deployOptions, fakePorts, smallRelease } from './testing/deployment.fixture.ts'
import { type FakeCloudflare, fakeCloudflare } from './testing/fake-cloudflare.ts'

const KIM = { name: 'kim@desk', machine: 'desk', pid: 7 }
const next = (text: string) => deployOptions({ release: smallRelease(text) })

/** Returns an account in which a deployment of `kim@desk` has ended in the middle without releasing its lock. */
async function withKilledDeployment() {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const ports = { ...fakePorts(fake), owner: KIM }
  let isDead = false
  fake.fault = ({ path }) => {
    isDead ||= path.endsWith('/versions')
    return isDead ? new Response('', { status: 403 }) : undefined
  }
  await expect(deployShop(next('export default { next: 1 }'), ports)).rejects.toThrow('/versions')
  fake.fault = null
  return { fake, ports }
}

/** Lets minutes pass in the time of the database, in which the lock ends. */
function passTime(fake: FakeCloudflare, minutes: number): void {
  for (const { db } of fake.databases.values())
    db.exec(`UPDATE config SET value = json_set(value, '$.until', json_extract(value, '$.until') - ${minutes * 60_000})
      WHERE path = 'deploy/lock'`)
}

test('[H4] a fast clock does not end the lock of another machine, and a slow one does not keep a lock that has ended', async () => {
  const HOUR_MS = 60 * 60_000
  const { fake, ports } = await withKilledDeployment()
  const release = next('export default { next: 1 }')
  const fast = { ...fakePorts(fake), now: () => Date.now() + HOUR_MS }
  await expect(deployShop(release, fast)).rejects.toThrow('kim@desk deploys this environment now')
  passTime(fake, 30)
  const slow = { ...ports, owner: { ...KIM, name: 'lee@tower', machine: 'tower' }, now: () => 0 }
  expect(await deployShop(release, slow)).toMatchObject({ isApplied: true })
})

test('[H4] a second deployment of an environment is refused while another one runs', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const ports = fakePorts(fake)
  let second: Promise<unknown> | undefined
  await deployShop(next('export default { next: 1 }'), {
    ...ports,
    fetch: (input, init) => {
      second ??= deployShop(next('export default { next: 2 }'), { ...fakePorts(fake), owner: KIM })
      return second.then(
        () => Promise.reject(new Error('the second deployment was not refused')),
        () => ports.fetch(input, init),
      )
    },
  })
  await expect(second).rejects.toThrow('sam@laptop deploys this environment now. Wait for it')
  expect(
    await deployShop(next('export default { next: 2 }'), { ...fakePorts(fake), owner: KIM }),
  ).toMatchObject({
    isApplied: true,
  })
})

test('[H4] of two deployments that begin at once, one runs', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const results = await Promise.allSettled(
    ['sam@laptop', 'kim@desk'].map((name) =>
      deployShop(next('export default { next: 1 }'), {
        ...fakePorts(fake),
        owner: { name, machine: name, pid: 1 },
      }),
    ),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('[H4] the lock of a killed deployment ends after half an hour, on its own machine at once, or by --unlock', async () => {
  const { fake, ports } = await withKilledDeployment()
  const release = next('export default { next: 1 }')
  const refused = deployShop(release, fakePorts(fake))
  await expect(refused).rejects.toThrow(
    /^kim@desk deploys this environment now\. Wait for it; if it does not run any more, its lock ends at \d{4}-\S+Z, or add --unlock\.$/,
  )
  const again = { ...ports, owner: { ...KIM, pid: 8 } }
  await expect(deployShop(release, { ...again, isRunning: () => true })).rejects.toThrow('kim@desk')
  expect(await deployShop(release, { ...again, isRunning: () => false })).toMatchObject({ isApplied: true })

  const other = { ...again, owner: { ...KIM, machine: 'another desk', pid: 8 }, isRunning: () => false }
  const onSameName = await withKilledDeployment()
  await expect(deployShop(release, { ...other, api: fakePorts(onSameName.fake).api })).rejects.toThrow(
    'kim@desk',
  )

  const later = await withKilledDeployment()
  passTime(later.fake, 29)
  await expect(deployShop(release, fakePorts(later.fake))).rejects.toThrow('kim@desk')
  passTime(later.fake, 1)
  expect(await deployShop(release, fakePorts(later.fake))).toMatchObject({ isApplied: true })
  const forced = await withKilledDeployment()
  expect(await deployShop({ ...release, isUnlocked: true }, fakePorts(forced.fake))).toMatchObject({
    isApplied: true,
  })
})

test('[H4] a rollback during a release ends the deployment, which changes nothing more', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const ports = fakePorts(fake)
  const [id = ''] = fake.databases.keys()
  const isRunning = () => true
  const lock = deploymentLock({
    db: remoteD1(ports.api, id),
    owner: KIM,
    now: () => 0,
    isRunning,
    isForced: true,
  })
  let deployments = 0
  const stopped = deployShop(next('export default { next: 1 }'), {
    ...ports,
    fetch: async (input, init) => {
      if (deployments === 0) {
        await lock.renew()
        deployments = fake.workers.get('treadline')?.deployments.length ?? 0
      }
      return ports.fetch(input, init)
    },
  })
  await expect(stopped).rejects.toThrow('another command has taken the lock of this deployment')
  expect(fake.workers.get('treadline')?.deployments).toHaveLength(deployments)
})

test('[H4] a lock that another command took and released again is lost for good', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const [id = ''] = fake.databases.keys()
  let now = 0
  const open = (owner: LockOwner, isForced: boolean) =>
    deploymentLock({
      db: remoteD1(fakePorts(fake).api, id),
      owner,
      now: () => now,
      isRunning: () => true,
      isForced,
    })
  const [own, other] = [open({ ...KIM, pid: 8 }, false), open(KIM, true)]
  await own.renew()
  await other.renew()
  await other.release()
  now = 2 * 60_000
  await expect(own.renew()).rejects.toThrow(LostLock)
})

test('[H4] a plan is not carried out when the account changes before the answer', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const confirm = async () => {
    await deployShop(next('export default { next: 2 }'), { ...fakePorts(fake), owner: KIM })
    fake.workers.get('treadline')?.crons.pop()
    return true
  }
  await expect(
    deployShop(next('export default { next: 1 }'), { ...fakePorts(fake), confirm }),
  ).rejects.toThrow('The account has changed since this plan was made. Run the command again.')
})
