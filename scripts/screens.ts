/** `npm run screens`: pictures of the shop's screens on one page. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { buildShop } from './build.ts'
import { readOptions, run, stop } from './options.ts'

const HELP = `Takes a picture of about eighty states of the shop's screens at 360 and 1440 px and writes a contact sheet.

  npm run screens                      into screens/now/, which git ignores; open its index.html
  npm run screens -- --only cart       states and groups whose name contains this text
  npm run screens -- --into before     into screens/before/, to compare; replaces what is there
`

async function main(): Promise<void> {
  const { values } = readOptions('npm run screens', {
    options: { help: { type: 'boolean' }, only: { type: 'string' }, into: { type: 'string' } },
  })
  if (values.help) return void process.stdout.write(HELP)
  const into = values.into ?? 'now'
  // The folder is emptied, so it must not be outside of screens/.
  if (!/^[\w-]+$/.test(into)) stop(`--into should be a name of letters, digits and hyphens, not "${into}"`)
  const browser = findBrowser()
  if (!browser.ok) stop(browser.problem)
  await buildShop({ quiet: true })
  const env = {
    ...process.env,
    CHROME_PATH: browser.path,
    SCREENS_ONLY: values.only ?? '',
    SCREENS_TO: join('screens', into),
  }
  const vitest = join('node_modules', '.bin', 'vitest')
  const { status } = spawnSync(vitest, ['run', '--project=screens'], { stdio: 'inherit', env })
  process.exit(status ?? 1)
}

run(main)
