/** Reads the options of a command and reports an unknown one in one line instead of a stack trace. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { NOTHING_CHANGED } from './not-ready.ts'

/** Ends the command with an error message of one line. */
export function stop(line: string, code = 1): never {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

/** Parses the arguments like Node's `parseArgs`. `npm` is the command as people type it. */
export function readOptions<Config extends ParseArgsConfig>(npm: string, config: Config) {
  const taken = takenByNpm(npm, config)
  if (taken)
    return stop(
      `npm took ${taken.option} for itself. Write -- before it: ${npm} -- ${taken.option}, or unset ${taken.variable}`,
      NOTHING_CHANGED,
    )
  try {
    return parseArgs(config)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    // Node adds advice about positional arguments, which none of our commands needs.
    const [problem = ''] = message.split(/\. To specify a positional|\. This command does not/)
    return stop(`${problem}. See ${npm} -- --help`, NOTHING_CHANGED)
  }
}

/** Where npm 11 puts an option that it reads as an abbreviation, or as a group of letters, of its own options. */
const READ_BY_NPM: Readonly<Record<string, string>> = {
  plan: 'parseable',
  map: 'parseable',
  replace: 'replace_registry_host',
  to: 'token_description',
}

/**
 * Returns the first of our options that stood before `--`, and the variable by which npm says so: npm takes it as its own,
 * so that the command would begin without it. `npm run deploy --plan` would deploy.
 */
function takenByNpm(
  npm: string,
  { options = {} }: ParseArgsConfig,
): { option: string; variable: string } | undefined {
  // A test or another command that npm runs has inherited the variables.
  if (process.env.npm_lifecycle_event !== npm.split(' ').at(-1)) return undefined
  return Object.keys(options)
    .flatMap((name) => {
      const isNegated = name.startsWith('no-')
      const own = (isNegated ? name.slice('no-'.length) : name).replaceAll('-', '_')
      // npm 10 takes each of them by its own name.
      return [own, READ_BY_NPM[name] ?? own].map((config) => ({
        option: `--${name}`,
        isNegated,
        variable: `npm_config_${config}`,
      }))
    })
    .find(({ option, isNegated, variable }) => {
      const value = process.env[variable]
      const isTaken = isNegated ? value === '' : Boolean(value)
      return isTaken && !process.argv.some((text) => text === option || text.startsWith(`${option}=`))
    })
}

/** How a command fails that knows what it has changed: the exit code of the error says it, otherwise `otherwise`. */
export interface Ending {
  /** Returns the message for a person. */
  explain?: (text: string, error: unknown) => string
  /** 2 for a command that marks each failure after its first change. */
  otherwise?: 1 | 2
}

/** Runs a command and reports a failure: its message, and the exit code that the error has. */
export function run(
  main: () => Promise<void>,
  { explain = (text) => text, otherwise = 1 }: Ending = {},
): void {
  main().catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    const { exitCode = otherwise } = error as { exitCode?: number }
    stop(explain(text, error), exitCode)
  })
}
