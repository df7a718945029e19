/**
 * Serves the fake of Cloudflare's API, and the shop that is deployed there, on ports of this machine, for commands that
 * run as processes of their own.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { versionOf } from './deployment.fixture.ts'
import { ACCOUNT, type FakeCloudflare, TOKEN } from './fake-cloudflare.ts'
import type { RunningAccount } from './run-versions.ts'

export interface ServedFake {
  /** Variables with which a command finds the fake account, and the shop if it runs. */
  env: Record<string, string>
  close(): Promise<void>
}

export async function serveFake(fake: FakeCloudflare, running?: RunningAccount): Promise<ServedFake> {
  const api = await listen(fake.fetch, 'http://api.test')
  const shop =
    running && (await listen((...request) => answerShop(fake, running, new Request(...request)), ORIGIN))
  return {
    env: {
      CLOUDFLARE_API_BASE_URL: `${api.url}/client/v4`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      ...(shop ? { NODE_OPTIONS: `--import=${REDIRECT}`, DEPLOYED_SHOP: shop.url } : {}),
    },
    close: async () => {
      await api.close()
      await shop?.close()
    },
  }
}

/** Where the fake account shows the Worker of the environment `production`. */
const ORIGIN = 'https://treadline.tests.workers.dev'
const REDIRECT = pathToFileURL(join(import.meta.dirname, 'redirect-shop.mjs')).href

/** Answers a request to the shop as the version that it names; 404 when that version is not deployed. */
export async function answerShop(
  fake: FakeCloudflare,
  running: RunningAccount,
  request: Request,
): Promise<Response> {
  const version = versionOf(fake, request)
  return version ? running.fetch(version, request) : new Response('no Worker here', { status: 404 })
}

/** Serves a `fetch` on a port; it sees the requests as if they were sent to `origin`. */
async function listen(
  fetch: (input: string, init: RequestInit) => Promise<Response>,
  origin: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url, headers } = request
    const body = method === 'GET' ? null : new Uint8Array(await buffer(request))
    const own = new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const answer = await fetch(`${origin}${url}`, { method, headers: own, body })
    // `Object.fromEntries` would keep one of several cookies.
    response.writeHead(answer.status, [...answer.headers].flat())
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  // By default a connection ends after five idle seconds, maybe at the moment of the next call.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
