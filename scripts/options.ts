/** Reads the options of a command; what it does not know is one line, not a stack trace. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Ends the command with one line. */
export function stop(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** `parseArgs` of Node, in our words. `npm` is how the command is called. */
export function readOptions<Config extends ParseArgsConfig>(npm: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    // Node adds how a positional would be written, which none of our commands needs.
    const [said = ''] = message.split(/\. To specify a positional|\. This command does not/)
    return stop(`${said}. See ${npm} -- --help`)
  }
}

/** Runs a command and says what went wrong in one line. */
export function run(main: () => Promise<void>, explain: (text: string) => string = (text) => text): void {
  main().catch((error) => stop(explain(error instanceof Error ? error.message : String(error))))
}
