/**
 * The browser's files by their hashed names. Vite writes a manifest beside them; the Worker reads it once per
 * isolate through its assets binding, so one bundle serves `wrangler dev`, `vite dev`, tests and production.
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
  /** Modules that the app's entry imports. */
  preloads: string[]
}

/** Vite's dev server transforms sources at their own paths. */
const DEVELOPMENT: ClientAssets = {
  pagesJs: '/client/entry-pages.tsx',
  appJs: '/client/entry-app.tsx',
  css: '/client/app/site.css',
  fonts: [],
  preloads: [],
}

let known: ClientAssets | null = null

/** The addresses for this deployment. Fails loudly when the browser's files were never built. */
export async function clientAssets(env: { ASSETS?: Fetcher }): Promise<ClientAssets> {
  if (known) return known
  if (import.meta.env?.DEV || !env.ASSETS) return DEVELOPMENT
  const reply = await env.ASSETS.fetch('https://assets.invalid/manifest.json')
  if (!reply.ok) throw new Error('dist/client/manifest.json is missing: run `npm run build`')
  known = readManifest(await reply.json<Manifest>())
  return known
}

export function readManifest(manifest: Manifest): ClientAssets {
  const entry = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`${source} is not in the client manifest`)
    return chunk
  }
  const app = entry('client/entry-app.tsx')
  const fonts = Object.entries(manifest).filter(([source]) => source.endsWith('.woff2'))
  return {
    pagesJs: `/${entry('client/entry-pages.tsx').file}`,
    appJs: `/${app.file}`,
    css: `/${entry('client/app/site.css').file}`,
    fonts: fonts.map(([, chunk]) => `/${chunk.file}`),
    preloads: (app.imports ?? []).flatMap((key) => manifest[key]?.file ?? []).map((file) => `/${file}`),
  }
}
