/** `npm run figures`: prints how easy the repository is to navigate, as numbers with their goals. */
import { type Figure, measure } from './architecture/measures.ts'
import { measureReadability } from './architecture/readability.ts'
import { readOptions } from './options.ts'

const HELP = `Prints the figures of the repository's structure: lines, folders, imports, names, circles, long functions;
and, without a goal, how easy the shop's texts are to read.

  npm run figures              the table
  npm run figures -- --list    also the places behind each figure that misses its goal
  npm run figures -- --json    for machines
`

const OPTIONS = {
  list: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export function meetsGoal({ value, goal, atLeast }: Figure): boolean {
  return atLeast ? value >= goal : value <= goal
}

function lineOf(figure: Figure): string {
  const { name, value, unit = '', goal, atLeast } = figure
  const limit = `${atLeast ? '≥' : '≤'} ${goal}${unit}`
  return `${name.padEnd(52)}${`${value}${unit}`.padStart(9)}${limit.padStart(11)}  ${meetsGoal(figure) ? 'met' : 'missed'}`
}

function main(): void {
  const { values } = readOptions('npm run figures', { options: OPTIONS })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const figures = measure()
  if (values.json) {
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
    return
  }
  for (const figure of figures) {
    process.stdout.write(`${lineOf(figure)}\n`)
    if (!values.list || meetsGoal(figure)) continue
    for (const example of figure.examples) process.stdout.write(`    ${example}\n`)
  }
  printReadability(values.list === true)
}

function printReadability(withLongest: boolean): void {
  const { texts, words, grade, contractions, longest } = measureReadability()
  const rows: [name: string, value: string][] = [
    ['visible texts', String(texts)],
    ['their words', String(words)],
    ['reading grade of their sentences (Flesch-Kincaid)', grade.toFixed(1)],
    ['contractions in 100 words', contractions.toFixed(1)],
  ]
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(52)}${value.padStart(9)}\n`)
  if (withLongest) for (const sentence of longest) process.stdout.write(`    ${sentence}\n`)
}

main()
