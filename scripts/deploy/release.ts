/** What `npm run build` made, as the parts of an upload: modules of the Worker, and files that are served without it. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { readWorkerConfig, type WorkerConfig } from './worker-config.ts'

export interface ReleaseModule {
  name: string
  type: string
  content: Buffer
}

export interface ReleaseAsset {
  /** Path in the shop, with a leading slash. */
  path: string
  /** 32 hexadecimal digits; equal files are uploaded once. */
  hash: string
  size: number
  type: string
  file: string
}

export interface Release {
  /** Twelve hexadecimal digits of everything that the upload contains, except ids, secrets and the environment. */
  hash: string
  config: WorkerConfig
  modules: ReleaseModule[]
  assets: ReleaseAsset[]
  /** The file `_headers` of the assets. */
  headers: string
}

const SOURCE_MAP = 'application/source-map'
const MODULE_TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript+module',
  '.wasm': 'application/wasm',
  '.map': SOURCE_MAP,
}

const ASSET_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Files of the folder of assets that are not served. */
const NOT_SERVED = new Set(['_headers', 'wrangler.json', '.dev.vars', '.assetsignore'])

/** Reads the build below `folder`. Throws when there is none. */
export function readRelease(folder = 'dist'): Release {
  const worker = join(folder, 'treadline')
  const client = join(folder, 'client')
  if (!existsSync(join(worker, 'index.js')))
    throw new Error(`There is no build in ${folder}: run npm run build`)
  const config = readWorkerConfig(worker)
  const modules = filesOf(worker).flatMap((name) => {
    const type = MODULE_TYPES[extname(name)]
    if (!type) return []
    const content = readFileSync(join(worker, name))
    return [{ name, type, content: type === SOURCE_MAP ? withRepositoryPaths(name, content) : content }]
  })
  const assets = filesOf(client)
    .filter((name) => !NOT_SERVED.has(name))
    .map((name) => toAsset(client, name))
  const headers = readFileSync(join(client, '_headers'), 'utf8')
  return { hash: hashRelease({ config, modules, assets, headers }), config, modules, assets, headers }
}

/** Makes the sources of a map relative to this repository, so that a stack names for example `worker/app.ts`. */
function withRepositoryPaths(name: string, content: Buffer): Buffer {
  const map = JSON.parse(content.toString()) as { sources: string[] }
  const sources = map.sources.map((source) => source.replace(/^(\.\.?\/)+/, ''))
  return Buffer.from(JSON.stringify({ ...map, file: name.slice(0, -'.map'.length), sources }))
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

function toAsset(folder: string, name: string): ReleaseAsset {
  const file = join(folder, name)
  const content = readFileSync(file)
  const type = ASSET_TYPES[extname(name)] ?? 'application/octet-stream'
  // The type is part of what is stored, so it belongs to the hash.
  const hash = createHash('sha256').update(type).update(content).digest('hex').slice(0, 32)
  return { path: `/${name}`, hash, size: content.length, type, file }
}

function hashRelease({ config, modules, assets, headers }: Omit<Release, 'hash'>): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify(config)).update(headers)
  for (const { name, type, content } of modules) hash.update(name).update(type).update(content)
  for (const { path, hash: own } of assets) hash.update(path).update(own)
  return hash.digest('hex').slice(0, 12)
}
