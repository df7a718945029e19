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

/** Returns a port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
