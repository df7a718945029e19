/** Steps that connect the Worker: consumers of queues, cron, and its addresses. */
import * as v from 'valibot'
import { findQueue } from './account-state.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import type { Step, StepInput } from './plan.ts'

/** Consumers and cron need the Worker; they are changed after its release. */
export function triggerSteps(input: StepInput): Step[] {
  return [...consumerSteps(input), ...cronSteps(input)]
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
    const deadLetters = local === 'treadline-outbox' ? names.deadLetters : null
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

/** Steps that connect the addresses of the environment, before a release is checked at them. */
export function openAddressSteps({ api, environment, state, script }: StepInput): Step[] {
  const { hosts, worker } = environment
  const steps = hosts
    .filter((host) => !state.worker?.hosts.has(host))
    .map((host): Step => {
      const path = '/accounts/{account}/workers/domains'
      const body = {
        hostname: host,
        service: worker,
        zone_id: state.zones.get(host)?.id,
        environment: 'production',
      }
      return {
        id: `host ${host}`,
        title: `connect ${host}`,
        calls: [{ method: 'PUT', path }],
        run: async () => void (await api.call(v.unknown(), 'PUT', path, { body })),
      }
    })
  const isOpened = hosts.length === 0 && !state.worker?.isOnWorkersDev
  return isOpened ? [...steps, workersDevStep(api, script, true)] : steps
}

/** Steps that disconnect what the environment does not name any more, after its own addresses answer. */
export function closeAddressSteps({ api, environment, state, script }: StepInput): Step[] {
  const surplus = [...(state.worker?.hosts ?? [])].filter(([host]) => !environment.hosts.includes(host))
  const steps = surplus.map(([host, id]): Step => {
    const path = `/accounts/{account}/workers/domains/${id}`
    return {
      id: `host ${host}`,
      title: `disconnect ${host}`,
      calls: [{ method: 'DELETE', path }],
      run: async () => void (await api.call(v.unknown(), 'DELETE', path, { isIdempotent: true })),
    }
  })
  return environment.hosts.length > 0 && state.worker?.isOnWorkersDev
    ? [...steps, workersDevStep(api, script, false)]
    : steps
}

function workersDevStep(api: CloudflareApi, script: string, enabled: boolean): Step {
  const path = `${script}/subdomain`
  return {
    id: 'workers.dev',
    title: `switch ${enabled ? 'on' : 'off'} the address at workers.dev`,
    calls: [{ method: 'POST', path }],
    // Preview addresses do not exist for Workers with Durable Objects.
    run: async () => {
      await api.call(v.unknown(), 'POST', path, {
        body: { enabled, previews_enabled: false },
        isIdempotent: true,
      })
    },
  }
}
