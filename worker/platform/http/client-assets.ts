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

export interface ClientAssets {
  /** Module script of server-rendered pages. */
  pagesJs: string
  /** Module script of the app (cart, checkout, account). */
  appJs: string
  css: string
  /** Fonts that the first paint needs. */
  fonts: string[]
}

/** Vite's dev server serves source files at their own paths. */
const DEVELOPMENT: ClientAssets = {
  pagesJs: '/client/entry-pages.tsx',
  appJs: '/client/entry-app.tsx',
  css: '/client/app/site.css',
  fonts: [],
}

let known: ClientAssets | null = null

/** Returns the addresses of this deployment. Throws when the browser files have not been built. */
export async function clientAssets(env: { ASSETS?: Fetcher }): Promise<ClientAssets> {
  if (known) return known
  if (import.meta.env?.DEV || !env.ASSETS) return DEVELOPMENT
  const response = await env.ASSETS.fetch('https://assets.invalid/manifest.json')
  if (!response.ok) throw new Error('dist/client/manifest.json is missing: run `npm run build`')
  known = parseManifest(await response.json<Manifest>())
  return known
}

function parseManifest(manifest: Manifest): ClientAssets {
  const entry = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`${source} is not in the client manifest`)
    return chunk
  }
  const fonts = Object.entries(manifest).filter(([source]) => /(?<!-accents)\.woff2$/.test(source))
  return {
    pagesJs: `/${entry('client/entry-pages.tsx').file}`,
    appJs: `/${entry('client/entry-app.tsx').file}`,
    css: `/${entry('client/app/site.css').file}`,
    fonts: fonts.map(([, chunk]) => `/${chunk.file}`),
  }
}
