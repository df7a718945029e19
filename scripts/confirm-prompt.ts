/** Asks for confirmation before data is deleted. */
import { createInterface } from 'node:readline'
import { NotReady } from './not-ready.ts'

export interface Terminal {
  isTerminal: boolean
  /** Returns the typed line. Throws `NotReady` when nothing is typed: at Ctrl+C, Ctrl+D and the end of the input. */
  ask(question: string): Promise<string>
}

/** Returns the terminal of a command; questions come before its first change. */
export function openTerminal(
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream & { isTTY?: boolean },
): Terminal {
  return {
    isTerminal: Boolean(input.isTTY && output.isTTY),
    ask(question) {
      const lines = createInterface({ input, output })
      return new Promise((resolve, reject) => {
        // Node would leave the question open for ever.
        lines.once('close', () => reject(new NotReady('Nothing was changed.')))
        lines.question(question, (answer) => {
          resolve(answer)
          lines.close()
        })
      })
    },
  }
}

export const terminal = openTerminal(process.stdin, process.stdout)

/** Returns when a person types `word` or with `--yes`; throws otherwise, and without a terminal. */
export async function confirm(
  { isTerminal, ask }: Terminal,
  { what, word, yes }: { what: string; word: string; yes: boolean },
): Promise<void> {
  if (yes) return
  if (!isTerminal)
    throw new NotReady(`${what}\nThere is no terminal to ask; say --yes if that is what you want.`)
  if ((await ask(`${what}\nType ${word} to go on: `)).trim() !== word)
    throw new NotReady('Nothing was changed.')
}
