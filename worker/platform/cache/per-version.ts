/**
 * Returns `load` with its value remembered for the version that was loaded last. A value is remembered, never a promise: a
 * request that is cut off would take along those that wait for its read.
 */
export function perVersion<Given extends unknown[], Value>(
  load: (version: string, ...given: Given) => Promise<Value>,
): (version: string, ...given: Given) => Promise<Value> {
  let cached: { version: string; value: Value } | null = null
  return async (version, ...given) => {
    if (cached?.version === version) return cached.value
    const value = await load(version, ...given)
    cached = { version, value }
    return value
  }
}
