/** Values in the browser's storage. It may be forbidden, full or contain unexpected data; no function here throws. */

/** A function, because even access to the name of a forbidden storage throws. */
export type TextStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface StoredValue<T> {
  read(): T
  /** Stores the value; returns whether the browser has stored it. */
  save(value: NonNullable<T>): boolean
  /** Removes the value; returns whether the browser allowed it. */
  clear(): boolean
}

function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

/** Returns access to the text under `key`; the text is `null` when it cannot be read. */
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

/** Returns access to the value under `key`, stored as JSON; `parse` gets `null` when no value can be read. */
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

/** Returns the browser's local storage; `null` where it is forbidden. */
export function getLocalStorage(): Storage | null {
  return attempt(() => localStorage)
}
