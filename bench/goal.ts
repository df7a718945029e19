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

/** Lines to print, and goals. */
export type BenchReport = readonly (string | Goal)[]

/** Formats a goal as a line of the command's output. */
export function formatGoal({ measure, figure, probe, goal, isMet, reason }: Goal): string {
  const why = isMet || reason === undefined ? '' : `; ${reason}`
  return `${measure}: ${figure}; compared with ${probe} (goal ${goal}, ${isMet ? 'met' : 'MISSED'})${why}`
}

/** Formats goals as a table in Markdown. */
export function goalTable(goals: readonly Goal[]): string {
  const rows = goals.map(({ measure, figure, probe, goal, isMet, reason }) => {
    const result = isMet ? 'met' : `**missed**${reason === undefined ? '' : `: ${reason}`}`
    return `| ${[measure, figure, probe, goal, result].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| measure | figure | compared with | goal | |', '|---|---|---|---|---|', ...rows].join('\n')
}

/**
 * Returns the document with a new table in the section of a bench, which lies between the comments
 * `<!-- bench NAME -->` and `<!-- end -->`. Throws when the document has no such section.
 */
export function withGoalTable(document: string, bench: string, goals: readonly Goal[]): string {
  const begin = `<!-- bench ${bench} -->\n`
  const from = document.indexOf(begin)
  const to = document.indexOf('<!-- end -->', from)
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no section for the bench ${bench}`)
  return `${document.slice(0, from)}${begin}${goalTable(goals)}\n${document.slice(to)}`
}
