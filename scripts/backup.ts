/** `npm run backup`: copies the database of a shop into a folder, table by table. */
import { dirname } from 'node:path'
import { formatCount, formatQuantity } from '../schema/platform/count.ts'
import { afterChange } from './backup/first-change.ts'
import { sumRows } from './backup/manifest.ts'
import { backupsOf, checkFolder, folderName, openLocalSource, openRemoteSource } from './backup/source.ts'
import { takeBackup } from './backup/take-backup.ts'
import { DEFAULT_ENVIRONMENT } from './deploy/environment.ts'
import { progressBar } from './load/progress.ts'
import { NOTHING_CHANGED, NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'

const HELP = `Copies all tables of a shop's database into a folder; the shop goes on selling. An order that is placed meanwhile is whole
in the backup or absent. A backup that was interrupted has no manifest.json and is not a backup: run the command again.

  npm run backup                                 the shop of this machine, into ${backupsOf('local')}/TIME
  npm run backup -- --from remote                the deployed shop, into ${backupsOf('production')}/TIME
  npm run backup -- --from remote --env staging  another environment
  npm run backup -- --from remote --to r2        also into the bucket \`WORKER-backups\` of the account, or of the
                                                 account of BACKUP_API_TOKEN and BACKUP_ACCOUNT_ID
  npm run backup -- --to FOLDER                  another folder, outside of this repository; it must not have a backup yet
  npm run backup -- --persist-to FOLDER          another folder of local state than .wrangler/state

Documents, downloads and photographs of a deployed shop's bucket are stored in \`files\` beside the folder, each once.
A backup has customers' addresses and orders in it: store it as carefully as the database. It signs in as npm run deploy does.
Exit codes: 0 done, 1 stopped in the middle, 2 nothing was written.
`

const { values } = readOptions('npm run backup', {
  options: {
    help: { type: 'boolean', short: 'h' },
    from: { type: 'string', default: 'local' },
    env: { type: 'string', default: DEFAULT_ENVIRONMENT },
    to: { type: 'string' },
    'persist-to': { type: 'string', default: '.wrangler/state' },
  },
})

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP)
  const { from, env, to } = values
  if (from !== 'local' && from !== 'remote')
    throw new NotReady(`--from should be local or remote, not "${from}"`)
  if (to !== undefined && to !== 'r2') checkFolder(to)
  const now = Date.now()
  const progress = progressBar(process.stdout)
  const source = from === 'local' ? await openLocalSource(values['persist-to']) : await openRemoteSource(env)
  if (to === 'r2' && !source.upload) throw new NotReady('--to r2 needs --from remote')
  const folder = to !== undefined && to !== 'r2' ? to : `${backupsOf(source.environment)}/${folderName(now)}`
  try {
    const { tables, files } = await takeBackup(source, {
      folder,
      now,
      progress,
    })
    const rows = sumRows(tables)
    const seconds = Math.round((Date.now() - now) / 1000)
    process.stdout.write(
      `${folder}: ${formatQuantity(tables.length, 'table')}, ${formatQuantity(rows, 'row')} of ${source.database} in ${seconds} s\n`,
    )
    if (source.copyFiles)
      process.stdout.write(`Files of the bucket in ${dirname(folder)}/files: ${formatCount(files.length)}\n`)
    if (to === 'r2')
      process.stdout.write(
        `Uploaded to ${await afterChange(async () => source.upload?.(folder, progress))}\n`,
      )
  } finally {
    await source.close()
  }
}

run(main, { otherwise: NOTHING_CHANGED })
