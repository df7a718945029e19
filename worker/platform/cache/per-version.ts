/**
 * Returns a version of `load` that caches the value of the last loaded version. It caches the value and not the
 * promise, because a canceled request would fail the other requests that wait for its promise.
 */
export function cachePerVersion<Args extends unknown[], Value>(
  load: (version: string, ...args: Args) => Promise<Value>,
): (version: string, ...args: Args) => Promise<Value> {
  let cached: { version: string; value: Value } | null = null
  return async (version, ...args) => {
    if (cached?.version === version) return cached.value
    const value = await load(version, ...args)
    cached = { version, value }
    return value
  }
}
