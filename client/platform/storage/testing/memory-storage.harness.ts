/** Replaces the two storages of a browser; scripts/testing/restored-globals.harness.ts restores them. */
import { vi } from 'vitest'
import { memoryStorage } from '../memory-storage.ts'

function stub(local: unknown, session: unknown): void {
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
}

/** Replaces both storages by empty ones. */
export function stubStorage(): void {
  stub(memoryStorage(), memoryStorage())
}

/** Replaces both storages by ones that throw at every access. */
export function forbidStorage(): void {
  const forbidden = new Proxy(
    {},
    {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    },
  )
  stub(forbidden, forbidden)
}

/** Returns the keys under which something is stored. */
export function storedKeys(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}
