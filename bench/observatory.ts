/** What Mozilla's Observatory says of the shop's headers, asked of its own scanner. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newCertificate } from './certificate.ts'
import type { ScannedPage, ScanOrder } from './observatory/scan.ts'
import { inServedShop } from './served-shop.ts'
import { openTlsFront } from './tls-front.ts'

const FOLDER = 'bench/observatory'
const PACKAGE = join(FOLDER, 'node_modules/@mdn/mdn-http-observatory')
/** Nobody's name, so that nobody's real shop can be meant. */
const HOST = 'treadline.example'
const LISTING = '/t/s/225-45r17'
const GOAL = 130

/**
 * The scanner has a lockfile of its own. Its install scripts are not run: they would fetch the browsers' list of
 * preloaded hosts, which knows no host of a bench, and are replaced by an empty one.
 */
function install(say: (line: string) => void): void {
  const lock = readFileSync(join(FOLDER, 'package-lock.json'), 'utf8')
  const stamp = join(FOLDER, 'node_modules/.treadline-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('Installing the Observatory’s scanner from its lockfile …')
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
 * Addresses and keys as in production: providers where they are by default, and the shop encrypted. Empty counts as not
 * set, also where this machine's .dev.vars says otherwise.
 */
function productionVars(sandbox: Record<string, string>): Record<string, string> {
  const usual = Object.entries(sandbox).map(([name, value]): [string, string] => [
    name,
    value.startsWith('http://localhost') ? '' : value,
  ])
  const captcha = { CAPTCHA_SITE_KEY: '0x4AAAAAAA-bench', CAPTCHA_SECRET: '0x4AAAAAAA-bench-secret' }
  return { ...Object.fromEntries(usual), ...captcha, SITE_URL: `https://${HOST}` }
}

async function scan(order: ScanOrder, cert: string): Promise<ScannedPage[]> {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-tls-'))
  try {
    const authority = join(folder, 'certificate.pem')
    writeFileSync(authority, cert)
    const args = ['--disable-warning=ExperimentalWarning', join(FOLDER, 'scan.ts'), JSON.stringify(order)]
    // Not waited for in one piece: this process answers the scan.
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
  const words = score >= GOAL && grade === 'A+' ? '' : `, the goal is A+ and ${GOAL}`
  const failed = missed.length > 0 ? `; failed ${missed.join(', ')}` : ''
  return `  ${path.padEnd(56)} ${grade} ${score} (HTTP ${statusCode}${words}${failed})`
}

/** Grade and score of home, listing, product, cart and login; the run fails below the goal. */
export async function measureHeaders(say: (line: string) => void): Promise<string[]> {
  install(say)
  return inServedShop(
    say,
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
