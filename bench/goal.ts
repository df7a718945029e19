/** The goals of the benchmarks, and their table in docs/performance.md. */

/** One measured goal; a bench returns it among its lines. */
export interface Goal {
  /** What was measured, such as `first byte of a product page rendered anew`. */
  measure: string
  figure: string
  /** What the figure is compared with, and its own figure: `an empty response, 0.8 ms`. */
  probe: string
  goal: string
  isMet: boolean
  /** Why the goal is missed. */
  reason?: string
}

/** Returns the goal of a figure that may be `max` at most; `reason` says why it is missed. */
export function toGoal(
  measure: string,
  figure: number,
  {
    max,
    probe,
    unit = 'ms',
    reason,
  }: { max: number; probe: string; unit?: 'ms' | 's' | 'min' | 'MB'; reason?: string },
): Goal {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return {
    ...{ measure, figure: `${figure.toLocaleString('en-US', digits)} ${unit}`, probe },
    ...{ goal: `≤ ${max.toLocaleString('en-US')} ${unit}`, isMet: figure <= max },
    ...(reason && { reason }),
  }
}

/** Lines to print, and goals. */
export type BenchReport = readonly (string | Goal)[]

/** Formats a goal as a line of the command's output. */
export function formatGoal({ measure, figure, probe, goal, isMet, reason }: Goal): string {
  const why = isMet || reason === undefined ? '' : `; ${reason}`
  return `${measure}: ${figure}; compared with ${probe} (goal ${goal}, ${isMet ? 'met' : 'MISSED'})${why}`
}

const TABLE_HEAD = ['| measure | figure | compared with | goal | |', '|---|---|---|---|---|']

function tableRow({ measure, figure, probe, goal, isMet, reason }: Goal): string {
  const result = isMet ? 'met' : `**missed**${reason === undefined ? '' : `: ${reason}`}`
  return `| ${[measure, figure, probe, goal, result].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Formats goals as a table in Markdown. */
export function goalTable(goals: readonly Goal[]): string {
  return [...TABLE_HEAD, ...goals.map(tableRow)].join('\n')
}

/**
 * Returns the document with a new table in the section of a bench, which lies between the comments
 * `<!-- bench NAME -->` and `<!-- end -->`. `isPart` keeps the rows of other measures, for a bench that measured a
 * part of its goals. Throws when the document has no such section.
 */
export function withGoalTable(
  document: string,
  bench: string,
  goals: readonly Goal[],
  isPart = false,
): string {
  const begin = `<!-- bench ${bench} -->\n`
  const from = document.indexOf(begin)
  const to = document.indexOf('<!-- end -->', from)
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no section for the bench ${bench}`)
  const known = document.slice(from + begin.length, to).split('\n')
  const rows = isPart ? merged(known, goals.map(tableRow)) : goals.map(tableRow)
  return `${document.slice(0, from)}${begin}${[...TABLE_HEAD, ...rows].join('\n')}\n${document.slice(to)}`
}

/** Replaces the rows of the same measures and adds the others. */
function merged(known: readonly string[], rows: readonly string[]): string[] {
  const others = known.filter((line) => line.startsWith('| ') && line !== TABLE_HEAD[0])
  return [...new Map([...others, ...rows].map((row) => [row.split(' | ')[0], row])).values()]
}
