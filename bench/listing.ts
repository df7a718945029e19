/** Compares an uncached listing of the shop with React's renderer alone, from the same loaded data. */
import type { BenchShop } from './bench-shop.ts'
import { type Comparison, compare, lines, rate, rating } from './measure.ts'
import { differentLists } from './queries.ts'

const GOAL = 5
const CONNECTIONS = 16
const QUERIES = 8_000
/** Pages per second on one idle core; the load generator uses another one. */
const AIM = 1_800

/** Removes what differs between the documents: marks between texts, and ids that React generates per root. */
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
          `  processor time of workerd per reply: ${cpu[0].toFixed(3)} ms against ${cpu[1].toFixed(3)} ms; one core makes ${rate(perCore)} of them (aim ≥ ${rate(AIM)}, ${rating(perCore >= AIM)})`,
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
