/**
 * The shop behind TLS, as the platform shows it: two listeners on this machine, one with a certificate, that hand each
 * request to the Worker under the address that its sender asked for.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Miniflare } from 'miniflare'
import type { Certificate } from './certificate.ts'

export interface TlsFront {
  httpPort: number
  httpsPort: number
  stop(): void
}

/** What describes the way of one answer, and is not true of its copy. */
const OF_TRANSFER = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection'])

async function pass(
  miniflare: Miniflare,
  scheme: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { host = '', connection: _, 'content-length': __, ...rest } = request.headers
  const body = await buffer(request)
  const headers = Object.entries(rest).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const answer = await miniflare.dispatchFetch(`${scheme}://${host}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as [string, string][],
    redirect: 'manual',
    ...(body.length > 0 && { body }),
  })
  response.statusCode = answer.status
  answer.headers.forEach((value, name) => {
    if (!OF_TRANSFER.has(name) && name !== 'set-cookie') response.setHeader(name, value)
  })
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.end(Buffer.from(await answer.arrayBuffer()))
}

export async function openTlsFront(miniflare: Miniflare, certificate: Certificate): Promise<TlsFront> {
  const listener =
    (scheme: string): RequestListener =>
    (request, response) => {
      pass(miniflare, scheme, request, response).catch((error: unknown) => response.destroy(error as Error))
    }
  const servers = [createServer(listener('http')), createTlsServer(certificate, listener('https'))]
  const [httpPort = 0, httpsPort = 0] = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return (server.address() as AddressInfo).port
    }),
  )
  return {
    httpPort,
    httpsPort,
    stop() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}
