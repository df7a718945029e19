/** Compares a cached page with the same bytes and headers as a constant reply of the same Worker. */
import type { BenchShop } from './bench-shop.ts'
import type { BenchReport } from './goal.ts'
import { compare, reportOf } from './measure.ts'

const PATH = '/t/s/225-45r17'
const GOAL = 0.85
const CONNECTIONS = 32

async function read(url: string): Promise<{ body: string; headers: string }> {
  const reply = await fetch(url)
  if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}`)
  return { body: await reply.text(), headers: JSON.stringify([...reply.headers].sort()) }
}

/** Waits until the page comes from the isolate's memory. */
async function warm(url: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const reply = await fetch(url)
    await reply.arrayBuffer()
    if (reply.headers.get('X-Page-Cache') === 'memory') return
  }
  throw new Error(`${url} is not cached in memory`)
}

export async function measureLanding({ url }: BenchShop): Promise<BenchReport> {
  await warm(`${url}${PATH}`)
  const fixed = `/__static?of=${encodeURIComponent(PATH)}`
  const [page, probe] = [await read(`${url}${PATH}`), await read(`${url}${fixed}`)]
  if (page.body !== probe.body || page.headers !== probe.headers)
    throw new Error(`The static reply is not the page:\n${page.headers}\n${probe.headers}`)
  const result = await compare(
    { name: 'the cached page', url, callsOf: () => [{ path: PATH }] },
    { name: 'the static reply', url, callsOf: () => [{ path: fixed }] },
    CONNECTIONS,
  )
  const size = `${Math.round(page.body.length / 1024)} KB`
  return reportOf(
    { measure: `a cached landing page (${size})`, against: 'a static reply of the same bytes', goal: GOAL },
    result,
  )
}
