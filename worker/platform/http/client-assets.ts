/**
 * Addresses of the browser files, whose names have a hash. Vite writes a manifest beside them; the Worker reads the
 * manifest once per isolate through the assets binding, so one bundle works in `wrangler dev`, `vite dev`, tests and
 * production.
 */
interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}
type Manifest = Record<string, ManifestChunk>

/** Addresses of one set of browser files. */
export interface Assets {
  css: string
  /** Fonts that the first paint needs. */
  fonts: string[]
}

export interface ClientAssets extends Assets {
  /** Module script of server-rendered pages. */
  pagesJs: string
  /** Module script of the app (cart, checkout, account). */
  appJs: string
}

/** Files of the back office and of what staff send to buyers, which are built apart (vite.staff.config.ts). */
export interface StaffAssets extends Assets {
  js: string
  /** Module script of the page of a pay link. */
  payJs: string
}

interface AssetSet<Set extends Assets> {
  /** Vite's dev server serves source files at their own paths. */
  development: Set
  manifest: string
  parse: (manifest: Manifest) => Set
}

const SHOP: AssetSet<ClientAssets> = {
  development: {
    pagesJs: '/client/entry-pages.tsx',
    appJs: '/client/entry-app.tsx',
    css: '/client/app/site.css',
    fonts: [],
  },
  manifest: 'manifest.json',
  parse: (manifest) => ({
    pagesJs: fileOf(manifest, 'client/entry-pages.tsx'),
    appJs: fileOf(manifest, 'client/entry-app.tsx'),
    css: fileOf(manifest, 'client/app/site.css'),
    fonts: fontsOf(manifest),
  }),
}

const STAFF: AssetSet<StaffAssets> = {
  development: {
    js: '/client/entry-staff.tsx',
    payJs: '/client/entry-pay.ts',
    css: '/client/staff/staff.css',
    fonts: [],
  },
  manifest: 'staff-manifest.json',
  parse: (manifest) => ({
    js: fileOf(manifest, 'client/entry-staff.tsx'),
    payJs: fileOf(manifest, 'client/entry-pay.ts'),
    css: fileOf(manifest, 'client/staff/staff.css'),
    fonts: fontsOf(manifest),
  }),
}

interface AssetBindings {
  ASSETS?: Fetcher
}

/** Returns the addresses of the shop's files in this deployment. Throws when the browser files have not been built. */
export const clientAssets = onceRead(SHOP)
/** Returns the addresses of the back office's files, as `clientAssets` does. */
export const staffAssets = onceRead(STAFF)

function onceRead<Set extends Assets>({ development, manifest, parse }: AssetSet<Set>) {
  let known: Set | null = null
  return async (env: AssetBindings): Promise<Set> => {
    if (known) return known
    if (import.meta.env?.DEV || !env.ASSETS) return development
    const response = await env.ASSETS.fetch(`https://assets.invalid/${manifest}`)
    if (!response.ok) throw new Error(`dist/client/${manifest} is missing: run \`npm run build\``)
    known = parse(await response.json<Manifest>())
    return known
  }
}

function fileOf(manifest: Manifest, source: string): string {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is not in the client manifest`)
  return `/${chunk.file}`
}

function fontsOf(manifest: Manifest): string[] {
  const fonts = Object.entries(manifest).filter(([source]) => /(?<!-accents)\.woff2$/.test(source))
  return fonts.map(([, chunk]) => `/${chunk.file}`)
}
