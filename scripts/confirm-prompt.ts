/** Asks for confirmation before data is deleted. */
import { createInterface } from 'node:readline/promises'

export interface Terminal {
  isTerminal: boolean
  ask(question: string): Promise<string>
}

export const terminal: Terminal = {
  isTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    try {
      return await lines.question(question)
    } finally {
      lines.close()
    }
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
