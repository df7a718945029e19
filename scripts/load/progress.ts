/** Progress of a long job: a bar on a terminal, a line now and then elsewhere. */

/** `done` of `total`, both in units of the phase. */
export type Progress = (phase: string, done: number, total: number) => void

const WIDTH = 24

/** A bar that redraws itself on a terminal; one line per phase where the output is stored. */
export function progressBar(out: { isTTY?: boolean; write(text: string): unknown }): Progress {
  if (!out.isTTY) return linesOf((line) => out.write(`${line}\n`))
  return (phase, done, total) => {
    const share = total > 0 ? Math.min(1, done / total) : 1
    const filled = Math.round(share * WIDTH)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
    const percent = `${Math.floor(share * 100)} %`.padStart(5)
    out.write(`\r\u001b[K${bar} ${percent}  ${phase}${done >= total ? '\n' : ''}`)
  }
}

/** Phases of this many parts take minutes, so they show more than their beginning. */
const LONG = 100_000

/** One line when a phase begins, and one for every tenth of a long one. */
export function linesOf(say: (line: string) => void): Progress {
  let last = ''
  return (phase, done, total) => {
    const tenth = total >= LONG ? Math.floor((done / total) * 10) : 0
    const key = `${phase} ${tenth}`
    if (key === last) return
    last = key
    say(tenth === 0 ? `${phase} …` : `${phase}: ${tenth * 10} %`)
  }
}
