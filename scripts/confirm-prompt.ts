/** Asks for confirmation before data is deleted. */
import { createInterface } from 'node:readline'

export interface Terminal {
  isTerminal: boolean
  ask(question: string): Promise<string>
}

export const terminal: Terminal = {
  isTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    return new Promise((resolve) => {
      // Ctrl+C, Ctrl+D and the end of the input answer nothing; Node would leave the question open for ever.
      lines.once('close', () => resolve(''))
      lines.question(question, (answer) => {
        resolve(answer)
        lines.close()
      })
    })
  },
}

/** Returns when a person types `word` or with `--yes`; throws otherwise, and without a terminal. */
export async function confirm(
  { isTerminal, ask }: Terminal,
  { what, word, yes }: { what: string; word: string; yes: boolean },
): Promise<void> {
  if (yes) return
  if (!isTerminal)
    throw new Error(`${what}\nThere is no terminal to ask; say --yes if that is what you want.`)
  if ((await ask(`${what}\nType ${word} to go on: `)).trim() !== word) throw new Error('Nothing was changed.')
}
