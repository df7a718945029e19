import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { fetchSnapshot, type SnapshotPointer, storeSnapshot } from './catalog-snapshot.ts'

test('a catalog larger than one KV value is stored in parts, each of which must exist and be unchanged', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(10_500))
  const parts = await storeSnapshot(env.KV, 'parts', bytes.buffer, 1_000)
  const pointer: SnapshotPointer = {
    id: 'parts',
    version: '1',
    event: 0,
    builtAt: 0,
    bytes: bytes.length,
    parts,
  }
  expect(parts).toHaveLength(11)
  expect(new Uint8Array((await fetchSnapshot(env.KV, pointer)) as ArrayBuffer)).toEqual(bytes)
  await env.KV.put('catalogue/parts/7', bytes.subarray(0, 1_000))
  expect(await fetchSnapshot(env.KV, pointer)).toBe('torn')
  await env.KV.delete('catalogue/parts/7')
  expect(await fetchSnapshot(env.KV, pointer)).toBe('missing')
  expect(await fetchSnapshot(env.KV, { ...pointer, bytes: 900, parts: parts.slice(0, 1) })).toBe('torn')
})
