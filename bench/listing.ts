/** A listing that is in no cache: the shop's way of writing it against React alone, from the same loaded data. */
import type { BenchShop } from './bench-shop.ts'
import { compare, lines, rate, rateOf } from './measure.ts'

const GOAL = 5
const CONNECTIONS = 16

/** The same document: without the marks between texts and the ids that React makes up per root. */
function markup(html: string): string {
  return html.replaceAll('<!-- -->', '').replace(/"_(?:[a-z-]+-)?R_\w+_"/g, '"id"')
}

async function read(url: string): Promise<string> {
  const reply = await fetch(url)
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}: ${text.slice(0, 200)}`)
  return markup(text)
}

function firstDifference(a: string, b: string): string {
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  return `${a.slice(at - 80, at + 120)}\n${b.slice(at - 80, at + 120)}`
}

export async function measureListing({ url }: BenchShop): Promise<string[]> {
  const [ours, plain] = [await read(`${url}/__listing/ours`), await read(`${url}/__listing/plain`)]
  if (ours !== plain) throw new Error(`The two listings differ:\n${firstDifference(ours, plain)}`)
  const result = await compare(
    { name: 'the listing', url, callsOf: () => [{ path: '/__listing/ours' }] },
    { name: 'the listing by React alone', url, callsOf: () => [{ path: '/__listing/plain' }] },
    CONNECTIONS,
  )
  // A request with a token is never answered from the cache; what the token says does not matter here.
  const whole = await rateOf(
    {
      name: 'the whole request',
      url,
      callsOf: () => [{ path: '/t', headers: { Authorization: 'Bearer null' } }],
    },
    CONNECTIONS,
  )
  const size = `${Math.round(ours.length / 1024)} KB`
  return [
    ...lines(`Listing of 50 (${size}), rendered, against renderToReadableStream alone`, result, GOAL),
    `  for information: the whole uncached request, with the index and one read of D1: ${rate(whole)}`,
  ]
}
