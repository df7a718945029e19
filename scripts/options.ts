/** Reads the options of a command and reports an unknown one in one line instead of a stack trace. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Ends the command with an error message of one line. */
export function stop(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Parses the arguments like Node's `parseArgs`. `npm` is the command as people type it. */
export function readOptions<Config extends ParseArgsConfig>(npm: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    // Node adds advice about positional arguments, which none of our commands needs.
    const [problem = ''] = message.split(/\. To specify a positional|\. This command does not/)
    return stop(`${problem}. See ${npm} -- --help`)
  }
}

/** Runs a command and reports a failure in one line. */
export function run(main: () => Promise<void>, explain: (text: string) => string = (text) => text): void {
  main().catch((error) => stop(explain(error instanceof Error ? error.message : String(error))))
}
