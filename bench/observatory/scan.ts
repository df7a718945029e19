/**
 * Runs Mozilla's scanner in a process of its own, which trusts the bench's certificate (NODE_EXTRA_CA_CERTS)
 * and redirects connections to the scanned host: the scanner calls ports 80 and 443 of a name, as for a real
 * shop. So its tests of redirects, certificate and Strict-Transport-Security run unchanged. Reads one JSON
 * argument and prints JSON.
 */
import { Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface ScanRequest {
  host: string
  /** Ports of this machine that replace 80 and 443. */
  httpPort: number
  httpsPort: number
  paths: readonly string[]
}

export interface ScannedPage {
  path: string
  grade: string
  score: number
  statusCode: number
  tests: { name: string; pass: boolean; result: string; scoreModifier: number }[]
}

interface Scanner {
  scan(hostname: string): Promise<{
    scan: { grade: string; score: number; statusCode: number }
    tests: Record<string, { pass: boolean; result: string; scoreModifier: number }>
  }>
}

const SCANNER = 'node_modules/@mdn/mdn-http-observatory/src/scanner/index.js'

interface Target {
  host?: string
  port?: number | string
}

/** Redirects connections to the scanned host to this machine, and refuses all others. */
function redirectConnections({ host, httpPort, httpsPort }: ScanRequest): void {
  const { connect } = Socket.prototype
  const ports = new Map([
    ['80', httpPort],
    ['443', httpsPort],
  ])
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [first] = args
    const target = (Array.isArray(first) ? first[0] : first) as Target
    const port = ports.get(String(target.port))
    if (target.host !== host || port === undefined)
      throw new Error(`The scan wanted ${target.host}:${target.port}`)
    Object.assign(target, { host: '127.0.0.1', port })
    return Reflect.apply(connect, this, args) as Socket
  } as typeof connect
}

async function main(): Promise<void> {
  const request = JSON.parse(process.argv[2] ?? '') as ScanRequest
  redirectConnections(request)
  const address = pathToFileURL(join(import.meta.dirname, SCANNER)).href
  const { scan } = (await import(address)) as Scanner
  const pages: ScannedPage[] = []
  for (const path of request.paths) {
    // The scanner prefixes its argument with `https://`, so the host may have a path.
    const { scan: found, tests } = await scan(request.host + path)
    const { grade, score, statusCode } = found
    const report = Object.entries(tests).map(([name, { pass, result, scoreModifier }]) => ({
      name,
      pass,
      result,
      scoreModifier,
    }))
    pages.push({ path, grade, score, statusCode, tests: report })
  }
  process.stdout.write(JSON.stringify(pages))
}

await main()
