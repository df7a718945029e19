/** Acts on the accounts of staff for the audit log (H14b). The log is of a higher room, so callers hand in what writes a row. */
import type { SQL } from 'drizzle-orm'

export type PersonActKind =
  | 'invite'
  | 'invite-again'
  | 'role'
  | 'end'
  | 'end-sessions'
  | 'end-session'
  | 'passkey'
  | 'rename-passkey'
  | 'remove-passkey'
  | 'codes'
  | 'code-used'
  | 'pin'
  | 'phone'
  | 'remove-phone'

export interface PersonAct {
  kind: PersonActKind
  /** The person’s id, as SQL if only the database knows it. */
  person: number | SQL
  /** Fields before and after; nothing secret. SQL gives a JSON object. */
  before?: Readonly<Record<string, string>> | SQL
  after?: Readonly<Record<string, string | null>>
  /** If it is false, no row is added. */
  condition: SQL
}

/** Returns the statement that adds the row of an act, for the batch of the act. */
export type LogAct = (act: PersonAct) => SQL
