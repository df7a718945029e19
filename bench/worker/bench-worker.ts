/**
 * The shop and the probes in one Worker, so that both sides of a ratio have the same isolate, socket and
 * bindings. Paths that begin with `/__` are probes; all others belong to the shop.
 */
import { app } from '../../worker/app.ts'
import type { Env, ShopMessage } from '../../worker/env.ts'
import shop, { CartObject, ChatObject, MountingDayObject, NewOrdersObject } from '../../worker/index.ts'
import { faultyD1 } from '../../worker/platform/testing/fault-injection.ts'
import { BareObject } from './baseline-object.ts'
import { catalogApiProbe } from './catalog-api-probe.ts'
import { listingProbe } from './listing-probe.tsx'
import { BareSaleObject } from './sale-probe.ts'
import { searchProbe } from './search-probe.ts'
import { sqlPages } from './sql-pages.ts'
import { RecordedCartObject, recordBindings, startRecording, stopRecording } from './trip-recorder.ts'

export {
  BareObject,
  BareSaleObject,
  CartObject,
  ChatObject,
  MountingDayObject,
  NewOrdersObject,
  RecordedCartObject,
}

interface BenchEnv extends Env {
  BARE: DurableObjectNamespace<BareObject>
  BARE_SALE: DurableObjectNamespace<BareSaleObject>
  RECORDED_CART: DurableObjectNamespace<RecordedCartObject>
}

/** The landing page as constant bytes with constant headers. */
let constant: { body: Uint8Array<ArrayBuffer>; headers: Headers } | null = null
/** A row as long as that of a cart with one line. */
let row = ''

async function staticReply(request: Request, env: BenchEnv, ctx: ExecutionContext): Promise<Response> {
  if (!constant) {
    const path = new URL(request.url).searchParams.get('of') ?? '/'
    const page = await app.fetch(new Request(new URL(path, request.url)), env, ctx)
    constant = { body: new Uint8Array(await page.arrayBuffer()), headers: new Headers(page.headers) }
  }
  return new Response(constant.body, { headers: constant.headers })
}

async function bareWrite(request: Request, env: BenchEnv): Promise<Response> {
  const url = new URL(request.url)
  row ||= 'x'.repeat(Number(url.searchParams.get('bytes')))
  await request.text()
  return Response.json(await env.BARE.getByName(url.pathname).write(row))
}

/** As long as the two journal rows of an order with one line. */
const SALE_ROW = 'x'.repeat(3_000)

async function bareSale(request: Request, env: BenchEnv): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  await request.text()
  const sale = { orderNumber: pathname, sku: searchParams.get('sku') ?? '', row: SALE_ROW }
  return Response.json({ code: 200, result: await env.BARE_SALE.getByName(pathname).sell(sale) })
}

/** Returns the row of a cart as its object writes it. */
async function cartRow(request: Request, env: BenchEnv): Promise<Response> {
  const quoteId = new URL(request.url).searchParams.get('cart') ?? ''
  return Response.json({ cart: await env.CART.getByName(quoteId).read(), answers: [] })
}

/** Milliseconds that a request may add to each trip to D1, as in a data center far from the database. */
const DELAY_HEADER = 'X-Bench-Delay'
const delayed = new Map<string, BenchEnv>()

/** Returns the bindings with the requested delay of D1. */
function withDelay(env: BenchEnv, ms: string): BenchEnv {
  const wait = () => new Promise((resolve) => setTimeout(resolve, Number(ms)))
  const known = delayed.get(ms) ?? { ...env, DB: faultyD1(env.DB, (work) => wait().then(work)) }
  delayed.set(ms, known)
  return known
}

/** Serves a request of the shop with recorded bindings, and replies with the recorded calls and the reply. */
async function recordedReply(request: Request, env: BenchEnv, ctx: ExecutionContext): Promise<Response> {
  const url = new URL(request.url)
  const path = url.searchParams.get('path') ?? '/'
  const body = await request.text()
  const { method, headers } = request
  startRecording()
  const reply = await shop.fetch(
    new Request(new URL(path, url), { method, headers, ...(body === '' ? {} : { body }) }),
    recordBindings(env),
    ctx,
  )
  const { status } = reply
  const text = await reply.text()
  return Response.json({ status, text, trips: stopRecording() })
}

export default {
  async fetch(request, plainEnv, ctx) {
    const delay = request.headers.get(DELAY_HEADER)
    const env = delay === null ? plainEnv : withDelay(plainEnv, delay)
    const probe = /^https?:\/\/[^/]+\/__(\w+)/.exec(request.url)?.[1]
    if (probe === undefined) return shop.fetch(request, env, ctx)
    if (probe === 'recorded') return recordedReply(request, env, ctx)
    if (probe === 'empty') return new Response('ok')
    if (probe === 'static') return staticReply(request, env, ctx)
    if (probe === 'row') return cartRow(request, env)
    if (probe === 'bare') return bareWrite(request, env)
    if (probe === 'sale') return bareSale(request, env)
    if (probe === 'listing') return listingProbe(request, env, ctx)
    if (probe === 'peer') return sqlPages(request, env, ctx)
    if (probe === 'search') return searchProbe(request, env)
    if (probe === 'catalog') return catalogApiProbe(request, env, ctx)
    return new Response('There is no such probe.', { status: 404 })
  },
  queue(batch, env) {
    // Mails leave after the reply, in an invocation of their own; here they stay in the outbox, so that an order and a bare
    // sale are compared alone.
    if (batch.queue === 'treadline-outbox') batch.ackAll()
    else return shop.queue(batch, env)
  },
} satisfies ExportedHandler<BenchEnv, ShopMessage>
