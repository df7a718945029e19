/** Finds the browser of the journeys: an installed one, else Debian's Chromium where it may be installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Flags that prevent a headless browser from calling outside services and from drawing its own menus. */
export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium reads only the last list, so this one repeats what Playwright disables (its
  // chromiumSwitches.ts).
  `--disable-features=${[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'TcpPortRandomizationWin',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
    // Two pages of the address bar, drawn in each window, used more time than the pages of the shop.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
  ].join(',')}`,
]

export type Browser = { ok: true; path: string } | { ok: false; problem: string }

function installed(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PATHS]
  return candidates.find((path) => existsSync(path)) ?? null
}

/** Finds a browser; with `install` (the default) installs Debian's Chromium when it may. */
export function findBrowser(options: { install?: boolean } = {}): Browser {
  const chosen = process.env.CHROME_PATH
  if (chosen)
    return existsSync(chosen)
      ? { ok: true, path: chosen }
      : { ok: false, problem: `CHROME_PATH names no file: ${chosen}` }
  const found = installed()
  if (found) return { ok: true, path: found }
  const missing = 'No Chromium or Chrome was found. Install one, or set CHROME_PATH to its program file.'
  if (options.install === false || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return { ok: false, problem: missing }
  }
  process.stdout.write('Installing Debian’s chromium with apt-get …\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const run = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (run.status !== 0) {
      const last = (run.stderr || run.stdout).trim().split('\n').pop()
      return { ok: false, problem: `apt-get ${args[0]} failed (${last}). ${missing}` }
    }
  }
  const path = installed()
  return path ? { ok: true, path } : { ok: false, problem: missing }
}
