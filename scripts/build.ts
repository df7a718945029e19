/** Builds the shop (Vite) and the sandbox (esbuild), each only when its sources have changed. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildAlone, withLockedBuild } from './build-lock.ts'
import { NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'

const HELP = `Builds the shop into dist/.

  npm run build              build what changed
  npm run build -- --force   build everything
`

const SHOP_SOURCES = [
  'worker',
  'client',
  'public',
  'schema',
  'vite.config.ts',
  'vite.staff.config.ts',
  'wrangler.toml',
  'package-lock.json',
  // The OpenAPI document and its version.
  'package.json',
  'scripts/openapi.ts',
  'scripts/openapi-example.ts',
]

/** Returns a hash of all files below these paths, without tests. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    if (/\.test\.tsx?$/.test(path)) return
    const entries = readDirectory(path)
    if (!entries) hash.update(path).update(readFileSync(path))
    else for (const name of entries.sort()) visit(join(path, name))
  }
  for (const path of paths) if (existsSync(path)) visit(path)
  return hash.digest('hex')
}

/** Returns the names in a folder; `null` for a file. */
function readDirectory(path: string): string[] | null {
  try {
    return readdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw error
  }
}

/** Checks whether the file `stamp` contains `hash`: then the build it belongs to is up to date. */
function isStamped(stamp: string, hash: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

const SHOP_STAMP = 'dist/.shop'

/** Checks whether dist/ has the whole build of the sources with this hash. */
function isShopBuilt(hash: string): boolean {
  return isStamped(SHOP_STAMP, hash) && existsSync('dist/treadline/index.js')
}

/**
 * Hides the Cloudflare plugin's warning that it ignores [build] of wrangler.toml, which is for `wrangler dev`
 * only; returns a function that restores the console.
 */
function muteBuildKeyWarning(): () => void {
  const { warn } = console
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes('not applicable when using Vite')) warn(...args)
  }
  return () => {
    console.warn = warn
  }
}

/** Builds the Worker and the browser files; returns whether a build was necessary. */
export async function buildShop(options: { force?: boolean; quiet?: boolean } = {}): Promise<boolean> {
  const { force = false, quiet = false } = options
  const hash = hashOf(SHOP_SOURCES)
  const isBuilt = () => isShopBuilt(hash)
  // This folder makes every wrangler command use the build, where `wrangler dev` neither prepares nor
  // reloads.
  rmSync('.wrangler/deploy', { recursive: true, force: true })
  if (!force && isBuilt()) return false
  return buildAlone(async () => {
    // Another process may have built it meanwhile.
    if (!force && isBuilt()) return false
    // A build that ends in the middle leaves files that no stamp belongs to.
    rmSync(SHOP_STAMP, { force: true })
    await build(quiet)
    rmSync('.wrangler/deploy', { recursive: true, force: true })
    writeFileSync(SHOP_STAMP, hash)
    return true
  })
}

/**
 * Runs a deployment from what was built, which no build replaces meanwhile. Throws `NotReady` when that is no longer these
 * sources: another build may have begun in between, and have been stopped in the middle.
 */
export function withBuiltShop<Result>(work: () => Promise<Result>): Promise<Result> {
  return withLockedBuild(async () => {
    if (!isShopBuilt(hashOf(SHOP_SOURCES)))
      throw new NotReady('The build or its sources have changed meanwhile: run the command again.')
    return work()
  })
}

async function build(quiet: boolean): Promise<void> {
  const { build: buildOnce, createBuilder } = await import('vite')
  const restore = quiet ? muteBuildKeyWarning() : () => {}
  // Tests build for shoppers too; Vite would use NODE_ENV=test.
  const mode = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    const builder = await createBuilder({ logLevel: quiet ? 'error' : 'info' })
    await builder.buildApp()
    await buildOnce({ configFile: 'vite.staff.config.ts', logLevel: quiet ? 'error' : 'info' })
    await bundleServiceWorker()
    const { writeOpenApi } = await import('./openapi.ts')
    writeOpenApi('dist/client/openapi.json')
  } finally {
    restore()
    if (mode === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = mode
  }
}

/** Returns the files that every page loads; the service worker caches them when it is installed. */
function shellFiles(manifest: Record<string, { file: string; imports?: string[] }>): string[] {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(`/${chunk.file}`)) return
    files.add(`/${chunk.file}`)
    for (const next of chunk.imports ?? []) visit(next)
  }
  const fonts = Object.keys(manifest).filter((key) => /(?<!-accents)\.woff2$/.test(key))
  const scripts = ['client/entry-pages.tsx', 'client/app/idle-listeners.ts']
  for (const key of [...scripts, 'client/app/site.css', ...fonts]) visit(key)
  return [...files]
}

/**
 * Bundles the service worker into one file at the root. A browser compares it byte by byte, so it must change
 * only with the files that it names.
 */
async function bundleServiceWorker(): Promise<void> {
  const manifest = readFileSync('dist/client/manifest.json', 'utf8')
  const version = createHash('sha256').update(manifest).digest('hex').slice(0, 12)
  const { build } = await import('esbuild')
  await build({
    entryPoints: ['client/platform/service-worker/service-worker.ts'],
    outfile: 'dist/client/service-worker.js',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { __FILES__: JSON.stringify({ version, shell: shellFiles(JSON.parse(manifest)) }) },
    logLevel: 'warning',
  })
}

/** Bundles the sandbox Worker into one file and returns its path. */
export async function bundleSandbox(): Promise<string> {
  const outfile = 'dist/sandbox/index.js'
  const stamp = 'dist/sandbox/.stamp'
  const hash = hashOf(['sandbox', 'package-lock.json'])
  const isBuilt = () => isStamped(stamp, hash) && existsSync(outfile)
  if (!isBuilt()) await buildAlone(async () => void (isBuilt() || (await bundle(outfile, stamp, hash))))
  return outfile
}

async function bundle(outfile: string, stamp: string, hash: string): Promise<void> {
  const { build } = await import('esbuild')
  await build({
    entryPoints: ['sandbox/index.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.browser.js': 'text', '.browser.css': 'text' },
    logLevel: 'warning',
  })
  mkdirSync('dist/sandbox', { recursive: true })
  writeFileSync(stamp, hash)
}

if (import.meta.main) {
  const { values } = readOptions('npm run build', {
    options: { help: { type: 'boolean' }, force: { type: 'boolean' } },
  })
  if (values.help) process.stdout.write(HELP)
  else
    run(async () => {
      const built = await buildShop({ force: values.force ?? false })
      await bundleSandbox()
      if (!built) process.stdout.write('dist/ is up to date\n')
    })
}
