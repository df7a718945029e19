/**
 * The variables of a shop on this machine. They are created once and stored in .dev.vars, which wrangler,
 * Vite and `npm start` all read; values that a person writes there win.
 */
import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeIncomplete, parseConfig } from '../worker/config.ts'

export const DEFAULT_PORT = 8787

/** Returns the sandbox's port: the one after the shop's. */
export function sandboxPortOf(port: number): number {
  return port + 1
}

/** Returns the keys and addresses of the sandbox; the keys are valid only there. */
export function sandboxVars(port: number, sandboxPort: number): Record<string, string> {
  return {
    SITE_URL: `http://localhost:${port}`,
    STRIPE_SECRET_KEY: 'sk_test_treadline_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_treadline_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_treadline_sandbox',
    STRIPE_API_URL: `http://localhost:${sandboxPort}`,
    STRIPE_JS_URL: `http://localhost:${sandboxPort}/v3/`,
    PAYPAL_CLIENT_ID: 'treadline_sandbox_paypal',
    PAYPAL_CLIENT_SECRET: 'treadline_sandbox_paypal_secret',
    PAYPAL_WEBHOOK_ID: 'WH-TREADLINE-SANDBOX',
    PAYPAL_API_URL: `http://localhost:${sandboxPort}`,
    AFTERPAY_MERCHANT_ID: 'treadline',
    AFTERPAY_SECRET_KEY: 'treadline_sandbox_afterpay',
    AFTERPAY_API_URL: `http://localhost:${sandboxPort}`,
    AFFIRM_PUBLIC_KEY: 'treadline_sandbox_affirm',
    AFFIRM_PRIVATE_KEY: 'treadline_sandbox_affirm_secret',
    AFFIRM_API_URL: `http://localhost:${sandboxPort}`,
    MAIL_API_KEY: 're_treadline_sandbox',
    MAIL_API_URL: `http://localhost:${sandboxPort}`,
    GOOGLE_CLIENT_ID: 'treadline-sandbox.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'treadline_sandbox_google',
    GOOGLE_ACCOUNTS_URL: `http://localhost:${sandboxPort}`,
    GOOGLE_API_URL: `http://localhost:${sandboxPort}`,
    GOOGLE_KEYS_URL: `http://localhost:${sandboxPort}/oauth2/v3/certs`,
    FACEBOOK_APP_ID: '100000000000001',
    FACEBOOK_APP_SECRET: 'treadline_sandbox_facebook',
    FACEBOOK_URL: `http://localhost:${sandboxPort}`,
    FACEBOOK_GRAPH_URL: `http://localhost:${sandboxPort}`,
  }
}

/** Parses `NAME=value` lines; `#` starts a comment, quotes around a value are dropped. */
export function parseVars(text: string): Record<string, string> {
  const vars: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line)
    if (match?.[1]) vars[match[1]] = (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')
  }
  return vars
}

/** Reads .dev.vars; writes the file first when it does not exist. */
export function localVars(port: number, file = '.dev.vars'): Record<string, string> {
  const secret = () => randomBytes(24).toString('hex')
  if (!existsSync(file)) {
    const vars = { ...sandboxVars(DEFAULT_PORT, sandboxPortOf(DEFAULT_PORT)), CART_SECRET: secret() }
    const lines = Object.entries(vars).map(([name, value]) => `${name}=${value}`)
    writeFileSync(
      file,
      `# Made by npm start for this machine. See .dev.vars.example.\n${lines.join('\n')}\n`,
      { mode: 0o600 },
    )
  }
  // Other users of this machine must not read the secrets; an older version of the file may allow that.
  chmodSync(file, 0o600)
  // An older version of the file has no SESSION_SECRET.
  if (!('SESSION_SECRET' in parseVars(readFileSync(file, 'utf8')))) {
    appendFileSync(file, `SESSION_SECRET=${secret()}\n`)
  }
  const vars = parseVars(readFileSync(file, 'utf8'))
  // Another PORT moves the shop and the sandbox together, unless the file names other addresses on purpose.
  const moved = sandboxVars(port, sandboxPortOf(port))
  const defaults = sandboxVars(DEFAULT_PORT, sandboxPortOf(DEFAULT_PORT))
  return Object.fromEntries(
    Object.entries(vars).map(([name, value]) => [
      name,
      value === defaults[name as keyof typeof defaults]
        ? (moved[name as keyof typeof moved] ?? value)
        : value,
    ]),
  )
}

/**
 * Writes the variables of a shop at `port` into a .dev.vars of its own, and returns the change of wrangler's configuration
 * that has them read from there: beside the path that is returned, which is no file.
 */
export function movedVars(port: number): { userConfigPath: string } {
  const folder = `.wrangler/vars/${port}`
  const lines = Object.entries(localVars(port)).map(([name, value]) => `${name}=${quoted(value)}\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.dev.vars'), lines.join(''), { mode: 0o600 })
  return { userConfigPath: resolve(folder, 'wrangler.toml') }
}

/** A `#` would begin a comment in a value without quotes. */
function quoted(value: string): string {
  const mark = ["'", '`', '"'].find((one) => !value.includes(one)) ?? ''
  return mark + value + mark
}

/** Returns the problems of these variables, each with the variable's name and what it should be. */
export function varProblems(vars: Record<string, string>): string[] {
  const result = parseConfig(vars)
  if (!result.ok) return result.problems
  const { MAIL_API_KEY: key, MAIL_API_URL: url, MAIL_FROM: from } = vars
  // The sandbox accepts any sender; the mail service accepts only senders of a verified domain.
  const isIncomplete = url ? !key : !key !== !from
  return isIncomplete ? [describeIncomplete(['MAIL_API_KEY', 'MAIL_FROM'], vars)] : []
}
