/** Steps that connect the Worker: consumers of queues, cron, and its addresses. */
import * as v from 'valibot'
import { deadLetterQueue, findQueue } from './account-state.ts'
import type { Step, StepInput } from './plan.ts'

export function triggerSteps(input: StepInput): Step[] {
  return [...consumerSteps(input), ...cronSteps(input), ...addressSteps(input)]
}

function consumerSteps({ api, environment, state, release, ids }: StepInput): Step[] {
  const { names, worker } = environment
  return release.config.queues.consumers.flatMap(({ queue: local, ...options }): Step[] => {
    const queue = names.queues.get(local) ?? local
    const settings = {
      batch_size: options.max_batch_size,
      max_retries: options.max_retries,
      max_wait_time_ms: options.max_batch_timeout * 1_000,
      max_concurrency: options.max_concurrency,
    }
    const deadLetters = local === 'treadline-outbox' ? deadLetterQueue(names.queues) : null
    const known = state.queues.get(queue)?.consumers.find((one) => one.worker === worker)
    const isSame =
      known?.deadLetters === deadLetters &&
      Object.entries(settings).every(([name, value]) => known.settings[name] === value)
    if (isSame) return []
    const base = `/accounts/{account}/queues/${state.queues.get(queue)?.id ?? '*'}/consumers`
    const body = {
      type: 'worker',
      script_name: worker,
      ...(deadLetters === null ? {} : { dead_letter_queue: deadLetters }),
      settings,
    }
    return [
      {
        id: `consumer ${queue}`,
        title: `${known ? 'change' : 'connect'} the consumer of the queue ${queue}`,
        calls: [known ? { method: 'PUT', path: `${base}/${known.id}` } : { method: 'POST', path: base }],
        run: async () => {
          const path = `/accounts/{account}/queues/${ids.queues.get(queue)}/consumers`
          if (known) return void (await api.call(v.unknown(), 'PUT', `${path}/${known.id}`, { body }))
          await api.call(v.unknown(), 'POST', path, { body }).catch(async (error: unknown) => {
            // A call whose answer was lost has connected it.
            const found = await findQueue(api, queue).catch(() => null)
            if (!found?.consumers.some((one) => one.worker === worker)) throw error
          })
        },
      },
    ]
  })
}

function cronSteps({ api, state, release, script }: StepInput): Step[] {
  const { crons } = release.config.triggers
  const known = state.worker?.crons ?? []
  if (known.toSorted().join() === crons.toSorted().join()) return []
  const path = `${script}/schedules`
  return [
    {
      id: 'cron',
      title: `run cron at ${crons.join(', ')}`,
      calls: [{ method: 'PUT', path }],
      run: async () =>
        void (await api.call(v.unknown(), 'PUT', path, { body: crons.map((cron) => ({ cron })) })),
    },
  ]
}

const ZONES = v.array(v.object({ id: v.string(), name: v.string() }))

function addressSteps({ api, environment, state, script }: StepInput): Step[] {
  const { hosts, worker } = environment
  const isOnWorkersDev = hosts.length === 0
  const path = `${script}/subdomain`
  const steps: Step[] = []
  if ((state.worker?.isOnWorkersDev ?? false) !== isOnWorkersDev)
    steps.push({
      id: 'workers.dev',
      title: isOnWorkersDev
        ? 'switch on the address at workers.dev'
        : 'switch off the address at workers.dev',
      calls: [{ method: 'POST', path }],
      // Preview addresses do not exist for Workers with Durable Objects.
      run: async () => {
        const body = { enabled: isOnWorkersDev, previews_enabled: false }
        await api.call(v.unknown(), 'POST', path, { body })
      },
    })
  for (const host of hosts.filter((one) => !state.worker?.hosts.includes(one)))
    steps.push({
      id: `host ${host}`,
      title: `connect ${host}`,
      calls: [{ method: 'PUT', path: '/accounts/{account}/workers/domains' }],
      run: async () => {
        const zone = await findZone(host)
        const body = { hostname: host, service: worker, zone_id: zone, environment: 'production' }
        await api.call(v.unknown(), 'PUT', '/accounts/{account}/workers/domains', { body })
      },
    })
  return steps

  /** Returns the id of the zone of a host: the longest name that the account has. */
  async function findZone(host: string): Promise<string> {
    const labels = host.split('.')
    for (let count = 0; count < labels.length - 1; count += 1) {
      const name = labels.slice(count).join('.')
      const [zone] = await api.call(ZONES, 'GET', `/zones?name=${name}`)
      if (zone) return zone.id
    }
    throw new Error(`No zone of this account has the host ${host}: add its domain to Cloudflare first`)
  }
}
