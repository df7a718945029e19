/**
 * What the zones of the shop's hosts do for it: redirect http to https, request `/healthz` each minute, and mail when it fails.
 * Everything here is optional; a demo shop wakes nobody.
 */
import * as v from 'valibot'
import type { Zone } from './account-state.ts'
import { type CloudflareApi, findInPages, findOrCreate } from './cloudflare-api.ts'
import type { DeployEnvironment } from './environment.ts'
import { describeMissing, type OptionalPart, type Outcome, tryOptional } from './optional.ts'
import type { Step, StepInput } from './plan.ts'

export interface ZoneServices {
  /** Whether each zone redirects all of its hosts to https. */
  redirects: { zone: Zone; isOn: Outcome<boolean> }[]
  /** The Health Check of the first host with its policy; `null` for a shop that Cloudflare does not watch. */
  watch: { zone: Zone; check: Outcome<HealthCheck | null>; policy: Outcome<Policy | null> } | null
}

const SETTING = v.object({ value: v.string() })
const HEALTH_CHECK = v.object({ id: v.string(), name: v.string(), address: v.string() })
const POLICY = v.object({
  id: v.string(),
  name: v.optional(v.string()),
  alert_type: v.optional(v.string()),
  enabled: v.optional(v.boolean()),
  mechanisms: v.optional(v.unknown()),
  filters: v.nullish(v.looseObject({ health_check_id: v.optional(v.array(v.string())) })),
})
const CREATED = v.object({ id: v.string() })
const POLICIES_PATH = '/accounts/{account}/alerting/v3/policies'

type HealthCheck = v.InferOutput<typeof HEALTH_CHECK>
type Policy = v.InferOutput<typeof POLICY>

const settingPath = ({ id }: Zone) => `/zones/${id}/settings/always_use_https`
const checksPath = ({ id }: Zone) => `/zones/${id}/healthchecks`
const policyName = (worker: string) => `${worker} does not answer`
const findCheck = (api: CloudflareApi, zone: Zone, name: string) =>
  findInPages(api, HEALTH_CHECK, checksPath(zone), (one) => one.name === name)

async function findPolicy(api: CloudflareApi, worker: string): Promise<Policy | null> {
  const policies = await api.call(v.array(POLICY), 'GET', POLICIES_PATH)
  return policies.find((one) => one.name === policyName(worker)) ?? null
}

/** Reads the services of the zones; `zones` are those of the environment's hosts. */
export async function readZoneServices(
  api: CloudflareApi,
  { kind, worker, hosts }: DeployEnvironment,
  zones: ReadonlyMap<string, Zone>,
): Promise<ZoneServices> {
  const distinct = new Map([...zones.values()].map((zone) => [zone.id, zone]))
  const zone = zones.get(hosts[0] ?? '')
  const isWatched = kind === 'production' && zone && !zone.isFree
  const [redirects, check, policy] = await Promise.all([
    Promise.all(
      [...distinct.values()].map(async (one) => ({
        zone: one,
        isOn: await tryOptional(
          async () => (await api.call(SETTING, 'GET', settingPath(one))).value === 'on',
        ),
      })),
    ),
    isWatched && tryOptional(() => findCheck(api, zone, worker)),
    isWatched && tryOptional(() => findPolicy(api, worker)),
  ])
  return { redirects, watch: zone && check && policy ? { zone, check, policy } : null }
}

/** Returns the steps of the zones' services. They come after the release, so that no check fails before the shop answers. */
export function zoneSteps(input: StepInput): Step[] {
  return [...redirectSteps(input), ...watchSteps(input)]
}

const redirectPart = ({ name }: Zone) => ({ name: `"Always Use HTTPS" of the zone ${name}` })

function redirectSteps({ api, state }: StepInput): Step[] {
  return state.zoneServices.redirects
    .filter(({ isOn }) => isOn.ok && !isOn.value)
    .map(({ zone }): Step => {
      const path = settingPath(zone)
      return {
        id: `https ${zone.name}`,
        title: `switch on "Always Use HTTPS" for all hosts of the zone ${zone.name}`,
        optionalPart: redirectPart(zone),
        calls: [{ method: 'PATCH', path }],
        run: async () => void (await api.call(v.unknown(), 'PATCH', path, { body: { value: 'on' } })),
      }
    })
}

const checkPart = (siteUrl: string): OptionalPart => ({
  name: 'a Health Check',
  advice: `Let a monitoring service request ${siteUrl}/healthz each minute`,
})
const MAIL_PART: OptionalPart = { name: 'a mail of Cloudflare when the Health Check fails' }

function watchSteps(input: StepInput): Step[] {
  const { watch } = input.state.zoneServices
  if (!watch?.check.ok) return []
  const known = watch.check.value
  const check = { id: known?.id ?? null }
  const policySteps = watch.policy.ok ? notificationSteps(input, watch.policy.value, check) : []
  return [...checkSteps(input, watch.zone, known, check), ...policySteps]
}

/** Creates the Health Check and writes its id to `check`, or moves it to the shop's host. */
function checkSteps(
  { api, environment: { worker }, siteUrl }: StepInput,
  zone: Zone,
  known: HealthCheck | null,
  check: { id: string | null },
): Step[] {
  const address = new URL(siteUrl).hostname
  if (known?.address === address) return []
  const common = { id: 'health check', optionalPart: checkPart(siteUrl) }
  if (known !== null) {
    const path = `${checksPath(zone)}/${known.id}`
    const body = { name: worker, address }
    return [
      {
        ...common,
        title: `move the Health Check to ${siteUrl}/healthz`,
        calls: [{ method: 'PATCH', path }],
        run: async () => void (await api.call(v.unknown(), 'PATCH', path, { body })),
      },
    ]
  }
  const path = checksPath(zone)
  const body = {
    name: worker,
    address,
    type: 'HTTPS',
    // The shortest interval of the plan Pro.
    interval: 60,
    consecutive_fails: 2,
    http_config: { method: 'GET', path: '/healthz', expected_codes: ['200'] },
  }
  const create = () => api.call(CREATED, 'POST', path, { body })
  return [
    {
      ...common,
      title: `have ${siteUrl}/healthz requested each minute by a Health Check`,
      calls: [{ method: 'POST', path }],
      run: async () => {
        check.id = (await findOrCreate<{ id: string }>(() => findCheck(api, zone, worker), create)).id
      },
    },
  ]
}

/** Creates the notification, or lets it follow a Health Check that was deleted and created again. */
function notificationSteps(
  { api, environment: { worker }, state: { alertMails } }: StepInput,
  known: Policy | null,
  check: { id: string | null },
): Step[] {
  const followed = known?.filters?.health_check_id ?? []
  if (known === null ? alertMails.length === 0 : check.id !== null && followed.includes(check.id)) return []
  const common = {
    id: 'notification',
    optionalPart: MAIL_PART,
    // The failed step before has reported what is missing.
    isNeeded: () => check.id !== null,
  }
  if (known !== null) {
    const { id, ...own } = known
    const path = `${POLICIES_PATH}/${id}`
    return [
      {
        ...common,
        title: 'have the notification follow the new Health Check',
        calls: [{ method: 'PUT', path }],
        run: async () => {
          const body = { ...own, filters: { ...own.filters, health_check_id: [check.id] } }
          await api.call(v.unknown(), 'PUT', path, { body })
        },
      },
    ]
  }
  return [
    {
      ...common,
      // The log of a workflow may be public, so it has no address.
      title: 'have Cloudflare mail the addresses for alerts when the Health Check fails',
      calls: [{ method: 'POST', path: POLICIES_PATH }],
      run: async () => {
        const body = {
          name: policyName(worker),
          alert_type: 'health_check_status_notification',
          enabled: true,
          mechanisms: { email: alertMails.map((mail) => ({ id: mail })) },
          filters: { health_check_id: [check.id], status: ['Unhealthy'] },
        }
        const create = () => api.call(CREATED, 'POST', POLICIES_PATH, { body })
        await findOrCreate<{ id: string }>(() => findPolicy(api, worker), create)
      },
    },
  ]
}

/** Returns a line about each service that could not be read, or that the zone or the shop lacks. */
export function missingServices({
  environment,
  state,
  siteUrl,
}: Pick<StepInput, 'environment' | 'state' | 'siteUrl'>): string[] {
  const { redirects, watch } = state.zoneServices
  const lines = redirects.flatMap(({ zone, isOn }) =>
    isOn.ok ? [] : [describeMissing(redirectPart(zone), isOn.problem)],
  )
  if (environment.kind !== 'production') return lines
  if (watch === null) {
    const [zone] = state.zones.values()
    const reason = zone
      ? `Cloudflare has it for the plan Pro of the zone ${zone.name}`
      : 'Cloudflare has it for a host of your own'
    return [...lines, describeMissing(checkPart(siteUrl), reason)]
  }
  if (!watch.check.ok) return [...lines, describeMissing(checkPart(siteUrl), watch.check.problem)]
  if (!watch.policy.ok) return [...lines, describeMissing(MAIL_PART, watch.policy.problem)]
  const needsAddress = watch.policy.value === null && state.alertMails.length === 0
  return needsAddress
    ? [
        ...lines,
        describeMissing(
          MAIL_PART,
          'write an address to alerts/email/recipient_email in config, then deploy again',
        ),
      ]
    : lines
}
