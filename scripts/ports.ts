/** Checks and finds ports of this machine. */
import { createServer } from 'node:net'
import { DEFAULT_PORT } from './local-vars.ts'
import { stop } from './options.ts'

/** Reads the shop's port; ends the command when the text is no port. The sandbox uses the next port. */
export function readPort(text: string | undefined = process.env.PORT): number {
  const port = Number(text ?? DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_534)
    stop(`PORT should be a number from 1 to 65534, not "${text}"`)
  return port
}

/** Ends the command when one of these ports is taken; `npm` is the command as people type it. */
export async function requireFreePorts(ports: readonly number[], npm: string): Promise<void> {
  for (const port of ports) {
    if (!(await isFree(port)))
      stop(`Port ${port} is taken. Stop what listens there or choose another: PORT=9000 ${npm}`)
  }
}

/** Checks whether no program listens on `port` of the loopback interface. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Returns a port that is free now. It lies below the range that systems use for outgoing connections (from 32768 on Linux):
 * one of these could take the port before the shop listens. Browsers refuse the port 10080.
 */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(random() * 20_000)
    if (await isFree(port)) return port
  }
}
