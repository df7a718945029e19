/** Calls `listener` when another tab has changed the value under `key`. Returns a function that unsubscribes. */
export function subscribeStoredValue(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Without a key the whole storage was cleared.
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
