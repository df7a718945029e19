/**
 * Serves the shop behind TLS, like the platform: two listeners on this machine, one with a certificate, pass
 * each request to the Worker with the address that the client requested.
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

/** Headers of one transfer, which must not be copied to another reply. */
const OF_TRANSFER = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection'])

async function forward(
  miniflare: Miniflare,
  scheme: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { host = '', connection: _, 'content-length': __, ...rest } = request.headers
  const body = await buffer(request)
  const headers = Object.entries(rest).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const reply = await miniflare.dispatchFetch(`${scheme}://${host}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as [string, string][],
    redirect: 'manual',
    ...(body.length > 0 && { body }),
  })
  response.statusCode = reply.status
  reply.headers.forEach((value, name) => {
    if (!OF_TRANSFER.has(name) && name !== 'set-cookie') response.setHeader(name, value)
  })
  const cookies = reply.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.end(Buffer.from(await reply.arrayBuffer()))
}

export async function openTlsFront(miniflare: Miniflare, certificate: Certificate): Promise<TlsFront> {
  const listener =
    (scheme: string): RequestListener =>
    (request, response) => {
      forward(miniflare, scheme, request, response).catch((error: unknown) =>
        response.destroy(error as Error),
      )
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
