/**
 * Stores snapshots of the catalog in KV: `catalogue/<id>/<part>`, parts of at most 24 MiB, each with its
 * SHA-256 in the pointer. Parts are written once, so a key has the bytes of that snapshot or no value. Parts
 * do not expire; the snapshot after the next one removes them.
 */

/** Names one snapshot; stored in D1, where all isolates see a change at once. */
export interface SnapshotPointer {
  id: string
  /** Version of prices and content. */
  version: string
  /** Id of the last stock event that the snapshot contains. */
  event: number
  builtAt: number
  bytes: number
  /** SHA-256 of each part, hexadecimal. */
  parts: string[]
}

/** KV takes 25 MiB per value. */
const PART_BYTES = 24 * 1024 * 1024
const PREFIX = 'catalogue/'
/** Seconds for which a KV location caches a value, and also the absence of a value. */
const CACHE_TTL = 60

/** Builds an id that begins with the build time, by which old snapshots are found; `random` makes it unique. */
export function snapshotId(builtAt: number, random: string): string {
  return `${builtAt.toString(36)}-${random}`
}

function partKey(id: string, part: number): string {
  return `${PREFIX}${id}/${part}`
}

async function digest(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Writes all parts and returns their digests. Isolates read the parts only after a pointer names them. */
export async function storeSnapshot(
  kv: KVNamespace,
  id: string,
  buffer: ArrayBuffer,
  partBytes = PART_BYTES,
): Promise<string[]> {
  const parts: string[] = []
  for (let from = 0; from < buffer.byteLength; from += partBytes) {
    const part = new Uint8Array(buffer, from, Math.min(partBytes, buffer.byteLength - from))
    await kv.put(partKey(id, parts.length), part)
    parts.push(await digest(part))
  }
  return parts
}

/** Returns the bytes; `missing` while KV lacks a part, `torn` when a part differs from what was written. */
export async function fetchSnapshot(
  kv: KVNamespace,
  { id, bytes, parts }: SnapshotPointer,
): Promise<ArrayBuffer | 'missing' | 'torn'> {
  // A single part, which is enough for almost every catalog, is returned without a copy.
  const whole = parts.length > 1 ? new Uint8Array(bytes) : null
  let at = 0
  for (const [part, expected] of parts.entries()) {
    const buffer = await kv.get(partKey(id, part), { type: 'arrayBuffer', cacheTtl: CACHE_TTL })
    if (!buffer) return 'missing'
    if (at + buffer.byteLength > bytes || (await digest(buffer)) !== expected) return 'torn'
    if (!whole) return buffer.byteLength === bytes ? buffer : 'torn'
    whole.set(new Uint8Array(buffer), at)
    at += buffer.byteLength
  }
  return whole && at === bytes ? whole.buffer : 'torn'
}

/**
 * Removes the snapshots that were built before `builtAt`, except `keep`, which isolates may still be reading.
 * Newer ones stay, because another process may be storing them or may have named them.
 */
export async function deleteOldSnapshots(
  kv: KVNamespace,
  builtAt: number,
  keep: string | null,
): Promise<void> {
  const { keys } = await kv.list({ prefix: PREFIX })
  const old = keys.filter(({ name }) => {
    const id = name.slice(PREFIX.length, name.lastIndexOf('/'))
    return id !== keep && Number.parseInt(id, 36) < builtAt
  })
  await Promise.all(old.map(({ name }) => kv.delete(name)))
}

/** Parses a stored pointer; returns `null` for a text that is not a pointer. */
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
