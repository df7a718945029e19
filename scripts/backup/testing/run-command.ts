/** Runs a command of this room as a process of its own. */
import { execFile } from 'node:child_process'

export interface Outcome {
  stdout: string
  stderr: string
  status: number
}

/** Runs `npm run SCRIPT` without npm and without a terminal. */
export function runCommand(
  script: string,
  args: string[],
  variables: Record<string, string>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const command = ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args]
    const env = { ...process.env, ...variables }
    const child = execFile(process.execPath, command, { env }, (_, stdout, stderr) =>
      resolve({ stdout, stderr, status: child.exitCode ?? 1 }),
    )
  })
}
