/** The captcha's widget at Turnstile, which has the Worker's name: its keys reach the Worker with the release. */
import * as v from 'valibot'
import type { AccountState } from './account-state.ts'
import { type CloudflareApi, findInPages, findOrCreate } from './cloudflare-api.ts'
import type { DeployEnvironment } from './environment.ts'
import { describeMissing } from './optional.ts'
import type { Step, StepInput } from './plan.ts'

/** The secrets that the Worker reads the widget's keys from. */
export const CAPTCHA_KEYS = ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const

const WIDGET = v.object({
  sitekey: v.string(),
  name: v.string(),
  mode: v.string(),
  domains: v.array(v.string()),
})
const KEYS = v.object({ sitekey: v.string(), secret: v.string() })
const PATH = '/accounts/{account}/challenges/widgets'

export type Widget = v.InferOutput<typeof WIDGET>

/** Returns the widget with a name; Cloudflare accepts a name several times, a deployment creates it once. */
export function findWidget(api: CloudflareApi, name: string): Promise<Widget | null> {
  return findInPages(api, WIDGET, PATH, (one) => one.name === name)
}

/** Returns whether a Worker without keys gets a widget: a new one, unless the environment's file says it. */
export function wantsWidget(
  { environment }: { environment: Pick<DeployEnvironment, 'captcha'> },
  { worker }: Pick<AccountState, 'worker'>,
): boolean {
  return environment.captcha ?? worker === null
}

/**
 * Returns whether the Worker lacks both keys of a wanted widget, or one is replaced without a value. Keys that a person
 * gives always win.
 */
export function needsWidget({
  isWanted,
  given,
  known,
  replaced,
}: {
  isWanted: boolean
  given: Readonly<Record<string, string | undefined>>
  known: readonly string[]
  replaced: readonly string[]
}): boolean {
  if (CAPTCHA_KEYS.some((name) => given[name])) return false
  return (
    (isWanted && CAPTCHA_KEYS.every((name) => !known.includes(name))) ||
    CAPTCHA_KEYS.some((name) => replaced.includes(name))
  )
}

/**
 * Returns the steps that create the widget, let it work at each host, and take its keys. A host that the environment no longer
 * names stays in the widget: the former release still answers there.
 */
export function widgetSteps({ api, environment, state, siteUrl, vars }: StepInput): Step[] {
  if (!state.widget.ok) return []
  const { worker, hosts } = environment
  const known = state.widget.value
  const domains = hosts.length > 0 ? hosts : [new URL(siteUrl).hostname]
  const missing = domains.filter((domain) => !known?.domains.includes(domain))
  const common = { id: 'captcha', optionalPart: { name: 'the captcha' } }
  const findKeys = async () => {
    const widget = await findWidget(api, worker)
    return widget && api.call(KEYS, 'GET', `${PATH}/${widget.sitekey}`)
  }
  const create = () => api.call(KEYS, 'POST', PATH, { body: { name: worker, domains, mode: 'managed' } })
  const takeKeys = async () => {
    const { sitekey, secret } = await findOrCreate(findKeys, create)
    Object.assign(vars.newSecrets, { CAPTCHA_SITE_KEY: sitekey, CAPTCHA_SECRET: secret })
  }
  if (known === null)
    return vars.needsWidget
      ? [
          {
            ...common,
            title: `create the Turnstile widget ${worker} for ${domains.join(', ')}`,
            calls: [{ method: 'POST', path: PATH }],
            run: takeKeys,
          },
        ]
      : []
  const steps: Step[] = []
  const path = `${PATH}/${known.sitekey}`
  if (missing.length > 0)
    steps.push({
      // Not optional: a captcha that refuses the new host would close the forms of all shoppers there.
      id: 'captcha hosts',
      title: `add ${missing.join(', ')} to the Turnstile widget ${worker}`,
      calls: [{ method: 'PUT', path }],
      run: async () => {
        const body = { name: worker, mode: known.mode, domains: [...known.domains, ...missing] }
        await api.call(v.unknown(), 'PUT', path, { body })
      },
    })
  if (vars.needsWidget)
    steps.push({
      ...common,
      title: `take the keys of the Turnstile widget ${worker}`,
      calls: [],
      run: takeKeys,
    })
  return steps
}

/** Returns a line about a widget that could not be read while the shop needs a new one or moves. */
export function missingWidget(
  input: Pick<StepInput, 'environment' | 'state' | 'vars' | 'siteUrl'>,
): string[] {
  const { state, vars, siteUrl } = input
  if (state.widget.ok) return []
  const former = state.worker?.siteUrl ?? siteUrl
  const isLacking = vars.config.captcha === null ? wantsWidget(input, state) : former !== siteUrl
  const name = `a Turnstile widget for ${new URL(siteUrl).hostname}`
  return isLacking ? [describeMissing({ name }, state.widget.problem)] : []
}
