/** Compares an uncached listing of the shop with React's renderer alone, from the same loaded data. */
import type { BenchShop } from './bench-shop.ts'
import type { BenchReport, Goal } from './goal.ts'
import { type Comparison, compare, rate, reportOf } from './measure.ts'
import { differentLists } from './queries.ts'

const GOAL = 5
const CONNECTIONS = 16
const QUERIES = 8_000
/** The least ratio to an empty response: React's price is at most 40 %. */
const WHOLE_GOAL = 0.04

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

function wholeGoal({ ours, probe, ratio, cpu }: Comparison): Goal {
  const perCore = cpu ? `; one core makes ${rate(1000 / cpu[0])}` : ''
  return {
    measure: `an uncached list of 50, ${QUERIES.toLocaleString('en-US')} different ones`,
    figure: `${rate(ours)}, ratio ${ratio.toFixed(3)}${perCore}`,
    probe: `an empty response, ${rate(probe)}`,
    goal: `≥ ${WHOLE_GOAL}`,
    isMet: ratio >= WHOLE_GOAL,
    reason: 'each list is more than a hundred kilobytes that are put together and sent',
  }
}

export async function measureListing({ url }: BenchShop): Promise<BenchReport> {
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
    ...reportOf(
      { measure: `rendering a list of 50 (${size})`, against: 'renderToReadableStream alone', goal: GOAL },
      result,
    ),
    wholeGoal(whole),
  ]
}
