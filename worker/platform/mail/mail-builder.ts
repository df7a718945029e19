/** Functions that build a mail from a row of the outbox. Every room has its own; worker/mails.ts lists them all. */
import type { Config } from '../../config.ts'
import type { Env } from '../../env.ts'
import type { Mail } from './mail.ts'

/**
 * Reads the data of the mail and builds it; `null` when the data no longer exists, then no mail is sent. Can be
 * repeated.
 */
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
  /** Builds the last mail of a kind that a mailbox receives that day; `null` when it does not differ from the usual mail. */
  buildLast: RowBuilder
}
