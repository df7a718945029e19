/** Calls `end` on Ctrl+C, `kill` or a closed terminal. A second signal ends the process at once. */
export function onSignal(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
}
