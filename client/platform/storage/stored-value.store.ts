/** Values in the browser's storage, which may be forbidden or full or hold what another program wrote: nothing here throws. */

/** A function, because even naming a forbidden storage throws. */
export type TextStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface StoredValue<T> {
  read(): T
  /** Returns whether the browser has stored the value. */
  save(value: NonNullable<T>): boolean
  /** Returns whether nothing is stored any more. */
  clear(): boolean
}

function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

/** Describes a text under `key`; `null` when none can be read. */
export function storedText(
  key: string,
  storage: TextStorage = () => localStorage,
): StoredValue<string | null> {
  return {
    read: () => attempt(() => storage().getItem(key)),
    save: (text) => attempt(() => storage().setItem(key, text)) !== null,
    clear: () => attempt(() => storage().removeItem(key)) !== null,
  }
}

/** Describes a value under `key`, stored as JSON; `parse` is given `null` when nothing can be read. */
export function storedValue<T>(
  key: string,
  parse: (stored: unknown) => T,
  storage?: TextStorage,
): StoredValue<T> {
  const text = storedText(key, storage)
  return {
    ...text,
    read: () => parse(attempt(() => JSON.parse(text.read() ?? 'null'))),
    save: (value) => text.save(JSON.stringify(value)),
  }
}

/** This browser's storage; `null` where it is forbidden. */
export function getLocalStorage(): Storage | null {
  return attempt(() => localStorage)
}
