/** Measures two addresses in turns in one run, so that their ratio is comparable between machines. */
import autocannon from 'autocannon'
import { workerdCpu } from './cpu.ts'
import type { BenchReport, Goal } from './goal.ts'

export interface Call {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface Target {
  name: string
  /** Origin without a trailing slash. */
  url: string
  /** Returns the requests that one connection repeats in turn. */
  callsOf(connection: number): Call[]
}

interface Turn {
  replies: number
  perSecond: number
  /** Milliseconds of workerd's processor time; `null` when unknown. */
  cpu: number | null
}

export interface Comparison {
  /** Successful replies per second, the median of the rounds. */
  ours: number
  probe: number
  /** The median of the ratios of the rounds. */
  ratio: number
  /** The quartiles of the ratios. */
  spread: [low: number, high: number]
  /** Milliseconds of workerd's processor time per reply of both; `null` when unknown. */
  cpu: [ours: number, probe: number] | null
}

const WARM_SECONDS = 2
/** Many short turns: a burst of other work on the machine changes one round, but not the median. */
const ROUNDS = 12
const TURN_SECONDS = 1

/** Measures one turn; throws on any reply but 2xx, because an error reply may be fast. */
async function turn(target: Target, connections: number, seconds: number): Promise<Turn> {
  let connection = 0
  const before = workerdCpu()
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    setupClient(client) {
      client.setRequests(target.callsOf(connection++).map((call) => ({ method: 'GET', ...call })))
    },
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${target.name}: ${result.non2xx} replies were no success, ${result.errors} connections failed`,
    )
  }
  const after = workerdCpu()
  const replies = result['2xx']
  const cpu = before === null || after === null ? null : after - before
  return { replies, perSecond: replies / result.duration, cpu }
}

/** Returns the value below which this part of the values is. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0
}

/** Alternates between the two targets (ours, probe, probe, ours …) and compares the turns of each round. */
export async function compare(
  ours: Target,
  probe: Target,
  connections: number,
  rounds = ROUNDS,
): Promise<Comparison> {
  await turn(ours, connections, WARM_SECONDS)
  await turn(probe, connections, WARM_SECONDS)
  const a: Turn[] = []
  const b: Turn[] = []
  for (let round = 0; round < rounds; round++) {
    const oursFirst = round % 2 === 0
    if (oursFirst) a.push(await turn(ours, connections, TURN_SECONDS))
    b.push(await turn(probe, connections, TURN_SECONDS))
    if (!oursFirst) a.push(await turn(ours, connections, TURN_SECONDS))
  }
  const rates = (turns: readonly Turn[]) => turns.map(({ perSecond }) => perSecond)
  const ratios = a.map(({ perSecond }, round) => perSecond / (b[round]?.perSecond ?? Number.NaN))
  const [oursCpu, probeCpu] = [cpuPerReply(a), cpuPerReply(b)]
  return {
    ours: quantile(rates(a), 0.5),
    probe: quantile(rates(b), 0.5),
    ratio: quantile(ratios, 0.5),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    cpu: oursCpu === null || probeCpu === null ? null : [oursCpu, probeCpu],
  }
}

function cpuPerReply(turns: readonly Turn[]): number | null {
  let [cpu, replies] = [0, 0]
  for (const one of turns) {
    if (one.cpu === null) return null
    cpu += one.cpu
    replies += one.replies
  }
  return cpu / replies
}

/** Formats a rate as `1,234/s`. */
export function rate(value: number): string {
  return `${Math.round(value).toLocaleString('en-US')}/s`
}

/** Returns the goal of a comparison and a line with the processor time. `against` is what the probe is. */
export function reportOf(
  { measure, against, goal }: { measure: string; against: string; goal: number },
  result: Comparison,
): BenchReport {
  const [low, high] = result.spread
  const first: Goal = {
    measure,
    figure: `${rate(result.ours)}, ratio ${result.ratio.toFixed(2)} (half of the rounds ${low.toFixed(2)} to ${high.toFixed(2)})`,
    probe: `${against}, ${rate(result.probe)}`,
    goal: `≥ ${goal}`,
    isMet: result.ratio >= goal,
  }
  if (!result.cpu) return [first]
  const [ours, probe] = result.cpu
  return [
    first,
    `  processor time of workerd per reply: ${ours.toFixed(3)} ms against ${probe.toFixed(3)} ms, ratio ${(probe / ours).toFixed(2)}`,
  ]
}

/** Formats whether a goal was met. */
export const rating = (met: boolean): string => (met ? 'met' : 'MISSED')
