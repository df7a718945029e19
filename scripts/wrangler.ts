/** Runs wrangler for the deployed database and bucket. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUCKET, DATABASE, fileTarget, type Target } from './load/target.ts'

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js'

export function wrangler(
  args: readonly string[],
  options: { capture?: boolean } = {},
): { ok: boolean; output: string; errors: string } {
  const run = spawnSync(process.execPath, [WRANGLER, ...args], {
    stdio: options.capture ? 'pipe' : 'inherit',
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  })
  return { ok: run.status === 0, output: run.stdout ?? '', errors: run.stderr ?? '' }
}

/** Returns the rows of one query of the deployed database. */
export function queryRemote<Row>(sql: string): Row[] {
  const execute = ['d1', 'execute', DATABASE, '--remote', '--json', '--command', sql]
  const { ok, output, errors } = wrangler(execute, { capture: true })
  if (!ok) throw new Error(`wrangler could not ask the deployed database:\n${output}${errors}`)
  const [first] = JSON.parse(output) as { results: Row[] }[]
  return first?.results ?? []
}

/** Lets wrangler run the statements of `write` in the deployed database; returns what `write` returned. */
export async function runRemote<Result>(write: (target: Target) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-'))
  try {
    const file = join(folder, 'load.sql')
    const target = fileTarget(file)
    const result = await write(target).finally(() => target.close())
    if (!wrangler(['d1', 'execute', DATABASE, '--remote', '--yes', '--file', file]).ok)
      throw new Error('wrangler could not load the deployed database')
    for (const { key, contentType, path } of target.files()) {
      const put = [
        'r2',
        'object',
        'put',
        `${BUCKET}/${key}`,
        '--remote',
        '--content-type',
        contentType,
        '--file',
        path,
      ]
      if (!wrangler(put).ok) throw new Error(`wrangler could not put ${key} into the bucket`)
    }
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
