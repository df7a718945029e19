/** Returns the result of `work`, or `null` when it takes longer than `ms`; the work itself is not canceled. */
export async function withTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
    // After the time limit, a rejection of `work` must not be unhandled, because it would end the isolate.
    work.catch(() => {})
  }
}
