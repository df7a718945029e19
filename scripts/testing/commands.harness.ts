/** Checks commands that documents and workflows name, without doing what they do. */
import { readFileSync } from 'node:fs'
import { environmentNames } from '../deploy/environment.ts'
import { runFile, WRANGLER } from './run-command.harness.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/**
 * Returns what is wrong with commands such as `npm run deploy -- --env staging` and `npx wrangler tail treadline`: one that does
 * not exist, an option that it does not know, an unknown environment. Each program runs once, with all options and --help.
 */
export async function commandProblems(commands: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  const runs = new Map<string, { program: string[]; flags: Set<string> }>()
  for (const command of commands) {
    const program = programOf(command)
    const environment = /--env (\S+)/.exec(command)?.[1]
    if (program === null) problems.push(`there is no command "${command}"`)
    else if (environment && !environmentNames().includes(environment))
      problems.push(`there is no environment ${environment}: ${command}`)
    else {
      const run = runs.get(program.join(' ')) ?? { program, flags: new Set() }
      // Quoted texts, such as SQL, are values.
      const words = command.replace(/"[^"]*"/g, 'text')
      const options = program[0] === WRANGLER ? words : (words.split(' -- ')[1] ?? '')
      for (const flag of options.match(/--[a-z-]+(?: (?!-)\S+)?/g) ?? []) run.flags.add(flag)
      runs.set(program.join(' '), run)
    }
  }
  for (const { program, flags } of runs.values()) {
    const [file = '', ...args] = [...program, ...[...flags].flatMap((flag) => flag.split(' ')), '--help']
    const { stderr, status } = await runFile(file, args)
    if (status !== 0) problems.push(`${file} ${args.join(' ')}: ${stderr.trim() || status}`)
  }
  return problems
}

/** Returns the file that a command runs, with its words; `null` for an unknown one. */
function programOf(command: string): string[] | null {
  const [, words] =
    /^npx wrangler ((?:(?:d1|r2 object|r2 bucket(?: lock| lifecycle)?) )?[a-z-]+)/.exec(command) ?? []
  if (words) return [WRANGLER, ...words.split(' ')]
  const [, name = ''] = /^npm (?:run )?([a-z]+)(?: -- .+)?$/.exec(command) ?? []
  const [, script] = /bootstrap\.mjs (\S+)$/.exec(scripts[name] ?? '') ?? []
  return script ? [script] : null
}
