/** What makes a mail of a row of the outbox; every room has its own, worker/mails.ts names them all. */
import type { Config } from '../../config.ts'
import type { Env } from '../../env.ts'
import type { Mail } from './mail.ts'

/** Reads the mail's subject matter again; `null` when it is gone, then nothing is sent. Repeatable. */
export type MailBuilder = (
  env: Env,
  payload: Record<string, unknown>,
  config: Config,
  now: number,
) => Promise<Mail | null>

type RowBuilder = (
  env: Env,
  row: { kind: string; payload: unknown },
  config: Config,
  now: number,
) => Promise<Mail | null>

/** Builds the mails of the outbox by the kind of their row. */
export interface MailRegistry {
  build: RowBuilder
  /** The last mail of a kind that a mailbox gets that day; `null` where it has no other words. */
  buildLast: RowBuilder
}
