/** Shows the progress of a long job: a bar on a terminal, some lines elsewhere. */

/** `done` of `total`, both in units of the phase. */
export type Progress = (phase: string, done: number, total: number) => void

const WIDTH = 24

/** Returns a progress bar for a terminal; elsewhere it writes lines. */
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

/** Phases with this many parts take minutes, so they report more than their start. */
const LONG = 100_000

/** Writes one line when a phase begins, and one for every tenth of a long phase. */
export function linesOf(write: (line: string) => void): Progress {
  let last = ''
  return (phase, done, total) => {
    const tenth = total >= LONG ? Math.floor((done / total) * 10) : 0
    const key = `${phase} ${tenth}`
    if (key === last) return
    last = key
    write(tenth === 0 ? `${phase} …` : `${phase}: ${tenth * 10} %`)
  }
}
