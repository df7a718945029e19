/**
 * Snapshots of the catalog: `catalogue/<id>/<part>`, parts of at most 24 MiB, each with its SHA-256 in the pointer.
 * Parts are never written twice, so what is read under an id is that snapshot or nothing. They have no end of their
 * own; the next but one snapshot removes them.
 */

/** Names one snapshot; lies in the database, where all isolates see it at once. */
export interface SnapshotPointer {
  id: string
  /** Of prices and content. */
  version: string
  /** Last stock event that it knows. */
  event: number
  builtAt: number
  bytes: number
  /** SHA-256 of each part, hexadecimal. */
  parts: string[]
}

/** KV takes 25 MiB per value. */
const PART_BYTES = 24 * 1024 * 1024
const PREFIX = 'catalogue/'
/** Seconds that a location keeps what it read, and also that something was not there. */
const CACHE_TTL = 60

/** Begins with the moment of the build, by which `dropSnapshots` orders snapshots; `chance` separates two of the same moment. */
export function snapshotId(builtAt: number, chance: string): string {
  return `${builtAt.toString(36)}-${chance}`
}

function keyOf(id: string, part: number): string {
  return `${PREFIX}${id}/${part}`
}

async function digest(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Writes all parts; gives their digests. Nobody reads them before the pointer names them. */
export async function storeSnapshot(
  kv: KVNamespace,
  id: string,
  buffer: ArrayBuffer,
  partBytes = PART_BYTES,
): Promise<string[]> {
  const parts: string[] = []
  for (let from = 0; from < buffer.byteLength; from += partBytes) {
    const part = new Uint8Array(buffer, from, Math.min(partBytes, buffer.byteLength - from))
    await kv.put(keyOf(id, parts.length), part)
    parts.push(await digest(part))
  }
  return parts
}

/** The bytes; `missing` while KV has not all of them (yet), `torn` when they are not what was written. */
export async function fetchSnapshot(
  kv: KVNamespace,
  { id, bytes, parts }: SnapshotPointer,
): Promise<ArrayBuffer | 'missing' | 'torn'> {
  // One part, as almost every catalog is, is taken as it comes; several are put together one at a time.
  const whole = parts.length > 1 ? new Uint8Array(bytes) : null
  let at = 0
  for (const [part, expected] of parts.entries()) {
    const buffer = await kv.get(keyOf(id, part), { type: 'arrayBuffer', cacheTtl: CACHE_TTL })
    if (!buffer) return 'missing'
    if (at + buffer.byteLength > bytes || (await digest(buffer)) !== expected) return 'torn'
    if (!whole) return buffer.byteLength === bytes ? buffer : 'torn'
    whole.set(new Uint8Array(buffer), at)
    at += buffer.byteLength
  }
  return whole && at === bytes ? whole.buffer : 'torn'
}

/**
 * Removes the snapshots that were built before `builtAt`, but for `keep`, which isolates may still be reading. A newer
 * one, which somebody else stores or has named meanwhile, is not ours to remove.
 */
export async function dropSnapshots(kv: KVNamespace, builtAt: number, keep: string | null): Promise<void> {
  const { keys } = await kv.list({ prefix: PREFIX })
  const old = keys.filter(({ name }) => {
    const id = name.slice(PREFIX.length, name.lastIndexOf('/'))
    return id !== keep && Number.parseInt(id, 36) < builtAt
  })
  await Promise.all(old.map(({ name }) => kv.delete(name)))
}

/** The pointer in its stored form; `null` for anything that is none. */
export function readPointer(text: string | null): SnapshotPointer | null {
  try {
    const pointer = JSON.parse(text ?? 'null') as Partial<SnapshotPointer> | null
    return pointer && typeof pointer.id === 'string' && Array.isArray(pointer.parts)
      ? (pointer as SnapshotPointer)
      : null
  } catch {
    return null
  }
}
