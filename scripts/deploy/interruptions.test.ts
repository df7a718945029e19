/** A deployment that is killed, or of which a call fails, loses nothing: the next run ends in the same state. */
import { describe, expect, test } from 'vitest'
import { deployShop } from './deploy-shop.ts'
import {
  changes,
  deployed,
  deployOptions,
  fakePorts,
  isOfLock,
  OWN_HOST,
  PRODUCTION,
  smallRelease,
  withAlertMail,
  withoutIds,
} from './testing/deployment.fixture.ts'
import { ACCOUNT, type FakeCloudflare, fakeCloudflare } from './testing/fake-cloudflare.ts'

/** Calls whose failure stops no deployment; a widget that refuses the shop's new host does. */
const OPTIONAL_CALL =
  /\/analytics_engine\/|^(?!PUT ).*\/challenges\/widgets|\/alerting\/|\/healthchecks|\/settings\/always_use_https/
describe('[H4] a deployment that is killed', () => {
  test.each([
    ['the first', async () => fakeCloudflare(), 'export default {}', PRODUCTION],
    ['a later one', deployed, 'export default { next: 3 }', PRODUCTION],
    ['one with a host of its own', withAlertMail, 'export default {}', OWN_HOST],
  ])(
    '%s, before or after each of its changing calls, ends the same when it runs again',
    async (_, open, code, environment) => {
      const options = deployOptions({ release: smallRelease(code), environment })
      const whole = await open()
      await deployShop(options, fakePorts(whole))
      const mutations = whole.calls.filter(({ isMutation }) => isMutation)
      // The release of the lock, which may be the last call, ends no deployment.
      const count = mutations.findLastIndex((call) => !isOfLock(call)) + 1
      expect(count).toBeGreaterThan(4)
      for (let nth = 1; nth <= count; nth += 1)
        for (const isAfter of [false, true]) {
          const fake = await open()
          const killed = fakePorts({ ...fake, fetch: killedAt(fake, nth, isAfter) })
          await expect(deployShop(options, killed)).rejects.toThrow('killed')
          await deployShop(options, fakePorts(fake))
          expect(fake.snapshot(), `killed ${isAfter ? 'after' : 'before'} call ${nth}`).toEqual(
            whole.snapshot(),
          )
        }
    },
  )

  /** Returns a `fetch` after whose nth changing call the process does nothing more. */
  function killedAt(fake: FakeCloudflare, nth: number, isAfter: boolean): typeof fetch {
    let isDead = false
    return async (input, init) => {
      const before = fake.calls.filter(({ isMutation }) => isMutation).length
      const isNext = before === nth - 1 && (init?.method ?? 'GET') !== 'GET' && isChange(init)
      if (isDead || (isNext && !isAfter)) {
        isDead = true
        throw new Error('killed')
      }
      const response = await fake.fetch(input, init)
      if (isNext) {
        isDead = true
        throw new Error('killed')
      }
      return response
    }
  }
  const isChange = (init: RequestInit | undefined) => !/"sql":"\s*SELECT/i.test(String(init?.body ?? ''))
})

describe('[H4] a call that fails', () => {
  const faults: [string, () => Response | Promise<Response>][] = [
    [
      '403',
      () =>
        Response.json(
          { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
          { status: 403 },
        ),
    ],
    [
      '409',
      () => Response.json({ success: false, errors: [{ code: 1, message: 'Exists' }] }, { status: 409 }),
    ],
    ['429', () => Response.json({ success: false, errors: [] }, { status: 429 })],
    ['500', () => new Response('oops', { status: 500 })],
    ['a text that is no JSON', () => new Response('<html>')],
    ['no answer', () => new Promise<Response>(() => undefined)],
  ]
  const scenes = [
    // The second run creates the widget that the first one could not: the file wants it.
    {
      open: async () => fakeCloudflare(),
      options: deployOptions({ environment: { ...PRODUCTION, captcha: true } }),
    },
    { open: withAlertMail, options: deployOptions({ environment: OWN_HOST }) },
  ]
  test.each(faults)(
    'with %s ends in one line that names the call, and the next run succeeds',
    async (_, answer) => {
      const tried = new Set<string>()
      for (const { open, options } of scenes) {
        const reference = await open()
        await deployShop(options, fakePorts(reference))
        const endpoints = new Set(reference.calls.map(({ method, path }) => `${method} ${withoutIds(path)}`))
        for (const endpoint of endpoints) {
          if (tried.has(endpoint)) continue
          tried.add(endpoint)
          const fake = await open()
          fake.fault = ({ method, path }) =>
            `${method} ${withoutIds(path)}` === endpoint ? answer() : undefined
          const ports = fakePorts(fake)
          const error = await deployShop(options, ports).then(
            () => null,
            (reason: Error) => reason.message,
          )
          expect(error === null, endpoint).toBe(OPTIONAL_CALL.test(endpoint))
          const lines = error === null ? ports.lines : [error]
          const named = lines.filter(
            (line) =>
              !line.includes('\n') && withoutIds(line.replace(ACCOUNT, '{account}')).includes(endpoint),
          )
          expect(named, endpoint).not.toEqual([])
          fake.fault = null
          await deployShop(options, fakePorts(fake))
          expect(fake.snapshot(), endpoint).toEqual(reference.snapshot())
        }
      }
    },
  )

  test('with 429 is repeated after the time that the answer names', async () => {
    const fake = fakeCloudflare()
    let refusals = 2
    fake.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/queues') && refusals-- > 0
        ? Response.json(
            { success: false, errors: [{ code: 971, message: 'Slow down' }] },
            { status: 429, headers: { 'Retry-After': '7' } },
          )
        : undefined
    const waits: number[] = []
    await deployShop(deployOptions(), fakePorts(fake, { apiWait: async (ms) => void waits.push(ms) }))
    expect(fake.queues.size).toBe(5)
    expect(waits).toEqual([7_000, 7_000])
  })

  test('names the permission that the token lacks', async () => {
    const fake = fakeCloudflare()
    fake.fault = ({ path }) =>
      path.includes('/d1/')
        ? Response.json(
            { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
            { status: 403 },
          )
        : undefined
    const failed = deployShop(deployOptions(), fakePorts(fake))
    await expect(failed).rejects.toThrow('The token needs the permission "Account, D1: Edit"')
  })

  test('names all permissions that the token lacks in one list, before the first change', async () => {
    const fake = fakeCloudflare()
    fake.fault = ({ path }) =>
      /\/d1\/|\/queues|\/zones/.test(path)
        ? Response.json(
            { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
            { status: 403 },
          )
        : undefined
    await expect(deployShop(deployOptions({ environment: OWN_HOST }), fakePorts(fake))).rejects.toThrow(
      /^The token lacks permissions:\n {2}Account, D1: Edit\n {2}Account, Queues: Edit\n {2}Zone, Workers Routes: Edit and Zone: Read$/,
    )
    expect(changes(fake)).toEqual([])
  })
})
