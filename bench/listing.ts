/** A listing that is in no cache: the shop's way of writing it against React alone, from the same loaded data. */
import type { BenchShop } from './bench-shop.ts'
import { type Comparison, compare, lines, rate } from './measure.ts'
import { differentLists } from './queries.ts'

const GOAL = 5
const CONNECTIONS = 16
const QUERIES = 8_000
/** Pages a second on one core that does nothing else; the load generator has another. */
const AIM = 1_800

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

function wholeLines({ ours, probe, ratio, cpu }: Comparison): string[] {
  const perCore = cpu && 1000 / cpu[0]
  return [
    `The whole uncached request, ${QUERIES.toLocaleString('en-US')} different lists of /t in turn: ${rate(ours)} against ${rate(probe)} of an empty response, ratio ${ratio.toFixed(3)}`,
    ...(cpu && perCore
      ? [
          `  processor time of workerd per reply: ${cpu[0].toFixed(3)} ms against ${cpu[1].toFixed(3)} ms; one core makes ${rate(perCore)} of them (aim ≥ ${rate(AIM)}, ${perCore >= AIM ? 'met' : 'MISSED'})`,
        ]
      : []),
  ]
}

export async function measureListing({ url }: BenchShop): Promise<string[]> {
  const [ours, plain] = [await read(`${url}/__listing/ours`), await read(`${url}/__listing/plain`)]
  if (ours !== plain) throw new Error(`The two listings differ:\n${firstDifference(ours, plain)}`)
  const result = await compare(
    { name: 'the listing', url, callsOf: () => [{ path: '/__listing/ours' }] },
    { name: 'the listing by React alone', url, callsOf: () => [{ path: '/__listing/plain' }] },
    CONNECTIONS,
  )
  const queries = differentLists(QUERIES)
  const whole = await compare(
    {
      name: 'the whole request',
      url,
      callsOf: (connection) => queries.filter((_, index) => index % CONNECTIONS === connection),
    },
    { name: 'the empty response', url, callsOf: () => [{ path: '/__empty' }] },
    CONNECTIONS,
  )
  const size = `${Math.round(ours.length / 1024)} KB`
  return [
    ...lines(`Listing of 50 (${size}), rendered, against renderToReadableStream alone`, result, GOAL),
    ...wholeLines(whole),
  ]
}
