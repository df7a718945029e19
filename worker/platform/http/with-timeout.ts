/** Waits for work no longer than it may take. */

/** The outcome of `work`, or `null` when it takes longer than `ms`; the work itself then runs out by itself. */
export async function withTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // Nobody waits for it any more; what it fails with then must not end the isolate.
    work.catch(() => {})
  }
}
