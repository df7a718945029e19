/** What may happen to one operation in tests (a call of D1, of a provider or of the mail service), and how it happens. */

/** It fails, or the process dies, before or after it was done. */
export const FAULTS = ['lost-before', 'lost-after', 'dies-before', 'dies-after'] as const
export type Fault = (typeof FAULTS)[number]

const NEVER = new Promise<never>(() => {})

/** Runs `work` under a fault. Calls of a process that died never return; `death` is called. */
export async function underFault<R>(
  fault: Fault | undefined,
  death: () => void,
  work: () => Promise<R>,
): Promise<R> {
  if (fault === 'lost-before') throw new TypeError('Network connection lost.')
  if (fault === 'dies-before') {
    death()
    return NEVER
  }
  const result = await work()
  if (fault === 'lost-after') throw new TypeError('Network connection lost.')
  if (fault === 'dies-after') {
    death()
    return NEVER
  }
  return result
}
