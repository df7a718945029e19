/** Serves the fake of Cloudflare's API on a port of this machine, for commands that run as processes of their own. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ACCOUNT, type FakeCloudflare, TOKEN } from './fake-cloudflare.ts'

export interface ServedFake {
  /** Variables with which a command finds the fake account. */
  env: Record<string, string>
  close(): Promise<void>
}

export async function serveFake(fake: FakeCloudflare): Promise<ServedFake> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url, headers } = request
    const body = method === 'GET' ? null : new Uint8Array(await buffer(request))
    const own = new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const answer = await fake.fetch(`http://api.test${url}`, { method, headers: own, body })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
