/** Signs in to Cloudflare: by the variables of this process, otherwise by `npx wrangler login`. */
import { spawnSync } from 'node:child_process'
import * as v from 'valibot'
import type { Terminal } from '../confirm-prompt.ts'
import { NotReady } from '../not-ready.ts'
import { CLOUDFLARE_API, type CloudflareApi, cloudflareApi } from './cloudflare-api.ts'

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js'
const NOT_SIGNED_IN =
  'Not signed in: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.'

type Env = Readonly<Record<string, string | undefined>>

/** Returns the calls of the account. Throws `NotReady` without a token, and for several accounts without a choice. */
export async function signIn(env: Env, terminal: Terminal): Promise<{ api: CloudflareApi; account: string }> {
  const token = env.CLOUDFLARE_API_TOKEN || (await wranglerToken(terminal))
  const options = { baseUrl: env.CLOUDFLARE_API_BASE_URL || CLOUDFLARE_API, token, fetch }
  const account =
    env.CLOUDFLARE_ACCOUNT_ID || (await chooseAccount(cloudflareApi({ ...options, account: '' }), terminal))
  return { api: cloudflareApi({ ...options, account }), account }
}

function runWrangler(args: readonly string[], stdio: 'pipe' | 'inherit'): { ok: boolean; output: string } {
  const { status, stdout } = spawnSync(process.execPath, [WRANGLER, ...args], { stdio, encoding: 'utf8' })
  return { ok: status === 0, output: stdout ?? '' }
}

const TOKEN = v.object({ token: v.string() })

/** Returns the token of `wrangler login`; offers to sign in at a terminal. */
async function wranglerToken(terminal: Terminal): Promise<string> {
  const read = () => {
    const { ok, output } = runWrangler(['auth', 'token', '--json'], 'pipe')
    const parsed = ok ? v.safeParse(v.pipe(v.string(), v.parseJson(), TOKEN), output) : null
    return parsed?.success ? parsed.output.token : null
  }
  const known = read()
  if (known !== null) return known
  if (!terminal.isTerminal) throw new NotReady(NOT_SIGNED_IN)
  if (!runWrangler(['login'], 'inherit').ok) throw new NotReady(NOT_SIGNED_IN)
  const token = read()
  if (token === null) throw new NotReady(NOT_SIGNED_IN)
  return token
}

const ACCOUNTS = v.array(v.object({ id: v.string(), name: v.string() }))

async function chooseAccount(api: CloudflareApi, { isTerminal, ask }: Terminal): Promise<string> {
  const accounts = await api.call(ACCOUNTS, 'GET', '/accounts?per_page=50')
  const [first] = accounts
  if (!first) throw new NotReady('This sign-in has no account at Cloudflare.')
  if (accounts.length === 1) return first.id
  const list = accounts.map(({ id, name }, index) => `  ${index + 1}  ${name} (${id})`).join('\n')
  if (!isTerminal)
    throw new NotReady(`This sign-in has several accounts; set CLOUDFLARE_ACCOUNT_ID:\n${list}`)
  const chosen = accounts[Number(await ask(`In which account?\n${list}\nNumber: `)) - 1]
  if (!chosen) throw new NotReady('No account was chosen.')
  return chosen.id
}
