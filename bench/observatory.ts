/** Grades the shop's headers with the scanner of Mozilla's Observatory. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newCertificate } from './certificate.ts'
import type { ScannedPage, ScanRequest } from './observatory/scan.ts'
import { inServedShop } from './served-shop.ts'
import { openTlsFront } from './tls-front.ts'

const FOLDER = 'bench/observatory'
const PACKAGE = join(FOLDER, 'node_modules/@mdn/mdn-http-observatory')
/** A reserved name, which belongs to no real shop. */
const HOST = 'treadline.example'
const LISTING = '/t/s/225-45r17'
const GOAL = 130

/**
 * Installs the scanner from its own lockfile, without its install scripts: they would download the browsers'
 * list of preloaded hosts, which an empty list replaces.
 */
function install(log: (line: string) => void): void {
  const lock = readFileSync(join(FOLDER, 'package-lock.json'), 'utf8')
  const stamp = join(FOLDER, 'node_modules/.treadline-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  log('Installing the Observatory’s scanner from its lockfile …')
  const npm = process.env.npm_execpath
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm']
  const run = spawnSync(command ?? 'npm', [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    encoding: 'utf8',
    shell: !npm && process.platform === 'win32',
  })
  if (run.status !== 0) throw new Error(`The scanner could not be installed:\n${run.stdout}${run.stderr}`)
  writeFileSync(join(PACKAGE, 'conf/hsts-preload.json'), '{}')
  writeFileSync(stamp, lock)
}

/**
 * Returns addresses and keys as in production: the default addresses of providers, and the shop behind TLS.
 * An empty value counts as unset, also when this machine's .dev.vars has another one.
 */
function productionVars(sandbox: Record<string, string>): Record<string, string> {
  const withoutLocal = Object.entries(sandbox).map(([name, value]): [string, string] => [
    name,
    value.startsWith('http://localhost') ? '' : value,
  ])
  const captcha = { CAPTCHA_SITE_KEY: '0x4AAAAAAA-bench', CAPTCHA_SECRET: '0x4AAAAAAA-bench-secret' }
  return { ...Object.fromEntries(withoutLocal), ...captcha, SITE_URL: `https://${HOST}` }
}

async function scan(request: ScanRequest, cert: string): Promise<ScannedPage[]> {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-tls-'))
  try {
    const authority = join(folder, 'certificate.pem')
    writeFileSync(authority, cert)
    const args = ['--disable-warning=ExperimentalWarning', join(FOLDER, 'scan.ts'), JSON.stringify(request)]
    // Asynchronous, because this process answers the scan.
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
      maxBuffer: 16 * 1024 * 1024,
    })
    return JSON.parse(stdout) as ScannedPage[]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lineOf({ path, grade, score, statusCode, tests }: ScannedPage): string {
  const missed = tests.filter(({ pass }) => !pass).map(({ name, result }) => `${name}: ${result}`)
  const missedGoal = score >= GOAL && grade === 'A+' ? '' : `, the goal is A+ and ${GOAL}`
  const failed = missed.length > 0 ? `; failed ${missed.join(', ')}` : ''
  return `  ${path.padEnd(56)} ${grade} ${score} (HTTP ${statusCode}${missedGoal}${failed})`
}

/** Grades home, listing, product, cart and login; the run fails below the goal. */
export async function measureHeaders(log: (line: string) => void): Promise<string[]> {
  install(log)
  return inServedShop(
    log,
    async ({ url, miniflare }) => {
      const product = /<a href="(\/p\/[^"]+)"/.exec(await (await fetch(`${url}${LISTING}`)).text())?.[1]
      if (!product) throw new Error(`no product on ${LISTING}`)
      const certificate = newCertificate(HOST, Date.now())
      const { httpPort, httpsPort, stop } = await openTlsFront(miniflare, certificate)
      try {
        const paths = ['/', LISTING, product, '/cart/', '/login/']
        const pages = await scan({ host: HOST, httpPort, httpsPort, paths }, certificate.cert)
        if (pages.some(({ grade, score }) => grade !== 'A+' || score < GOAL)) process.exitCode = 1
        const [first] = pages
        const points = first?.tests.map(({ name, result, scoreModifier }) => {
          const sign = scoreModifier > 0 ? '+' : ''
          return `    ${name}: ${result}, ${sign}${scoreModifier}`
        })
        return [
          'Mozilla Observatory, its own scanner against the shop behind TLS on this machine',
          ...pages.map(lineOf),
          '  of the first page:',
          ...(points ?? []),
          '  Not scored here: the browsers’ preload list (up to 5 more for a real host that is on it), and the',
          '  certificate’s chain, which is the bench’s own.',
        ]
      } finally {
        stop()
      }
    },
    productionVars,
  )
}
