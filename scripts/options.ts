/** Reads the options of a command and reports an unknown one in one line instead of a stack trace. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { NotReady } from './deploy/not-ready.ts'

/** Ends the command with an error message of one line. */
export function stop(line: string, code = 1): never {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

/** The exit code of a command that was not understood and has changed nothing. */
const NOTHING_CHANGED = 2

/** Parses the arguments like Node's `parseArgs`. `npm` is the command as people type it. */
export function readOptions<Config extends ParseArgsConfig>(npm: string, config: Config) {
  const taken = takenByNpm(npm, config)
  if (taken !== undefined)
    return stop(`npm took ${taken} for itself. Write -- before it: ${npm} -- ${taken}`, NOTHING_CHANGED)
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

/** Where npm puts an option that it reads as an abbreviation, or as a group of letters, of its own options. */
const READ_BY_NPM: Readonly<Record<string, string>> = {
  plan: 'parseable',
  map: 'parseable',
  replace: 'replace_registry_host',
  to: 'token_description',
}

/**
 * Returns the first of our options that stood before `--`: npm takes it as its own, so that the command would begin without
 * it. `npm run deploy --plan` would deploy.
 */
function takenByNpm(npm: string, { options = {} }: ParseArgsConfig): string | undefined {
  // A test or another command that npm runs has inherited the variables.
  if (process.env.npm_lifecycle_event !== npm.split(' ').at(-1)) return undefined
  const name = Object.keys(options).find(
    (one) => process.env[`npm_config_${READ_BY_NPM[one] ?? one.replaceAll('-', '_')}`],
  )
  return name && `--${name}`
}

/** Runs a command and reports a failure in one line; exit code 2 for `NotReady`, otherwise 1. */
export function run(main: () => Promise<void>, explain: (text: string) => string = (text) => text): void {
  main().catch((error) => {
    const text = error instanceof Error ? error.message : String(error)
    stop(explain(text), error instanceof NotReady ? NOTHING_CHANGED : 1)
  })
}
