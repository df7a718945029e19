/** The file of `--secrets`: a line that would be ignored is refused, because its secret would be missing in the shop. */
import { readFileSync } from 'node:fs'
import { parseVars } from '../local-vars.ts'
import { NotReady } from '../not-ready.ts'
import { SECRET_NAMES } from './secrets.ts'

/** Returns the secrets by their names. Throws `NotReady` with the number of each wrong line, never with its text. */
export function readSecretsFile(file: string): Record<string, string> {
  const vars: Record<string, string> = {}
  const problems: string[] = []
  for (const [index, line] of readText(file)
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const [[name, value] = ['', '']] = Object.entries(parseVars(line))
    if (!SECRET_NAMES.includes(name))
      problems.push(`${file}, line ${index + 1}: should be NAME=value of a secret`)
    else if (value === '') problems.push(`${file}, line ${index + 1}: ${name} has no value`)
    else vars[name] = value
  }
  if (problems.length > 0) throw new NotReady(problems.join('\n'))
  return vars
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    throw new NotReady(`--secrets: the file ${file} cannot be read`)
  }
}
