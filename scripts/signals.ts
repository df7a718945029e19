/** Does `act` when this process is asked to end: Ctrl+C, `kill`, a closed terminal. A second signal ends it at once. */
export function onSignal(act: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, act)
}
