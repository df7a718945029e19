/** The kinds of records that staff change (H14): how each is read, evaluated and written. */
import type { SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Actor, Evaluation, EvaluationContext } from '../../../schema/staff/changes/change.ts'

export interface StoredRecord<Values, Facts> {
  values: Values
  /** 0 for a record that does not exist yet. */
  version: number
  facts: Facts
}

export interface RecordWrite<Values, Facts> {
  id: string
  before: Values
  after: Partial<Values>
  facts: Facts
  actor: Actor
  /** Milliseconds. */
  now: number
  /** A value that the audit log doesn’t have, such as the hash of a key. */
  unlogged?: string | undefined
}

/** Reads and writes many records with a number of statements that does not grow with them. */
export interface ManyRecords<Values, Patch, Facts> {
  /** Reads records by id; one that does not exist is absent. */
  read(
    db: D1Database,
    requests: readonly { id: string; patch: Patch | Partial<Values> }[],
  ): Promise<ReadonlyMap<string, StoredRecord<Values, Facts>>>
  /** Returns the condition that the record whose id and version are SQL still has this version. */
  hasVersion(id: SQL, version: SQL): SQL
  /** Returns the statements that write changes of different records. */
  write(writes: readonly RecordWrite<Values, Facts>[]): SQL[]
}

export interface RecordKind<Values extends object, Patch, Facts> {
  /** Validates and normalizes an id. */
  id: v.GenericSchema<unknown, string>
  /** Validates what a browser or an import sends. */
  patch: v.GenericSchema<unknown, Patch>
  /** Reads a record; `null` when there is none and a change cannot create one. */
  read(
    db: D1Database,
    id: string,
    patch: Patch | Partial<Values>,
  ): Promise<StoredRecord<Values, Facts> | null>
  /** Returns the condition that the record still has this version. */
  hasVersion(id: string, version: number): SQL
  evaluate(
    before: Values,
    patch: Patch | Partial<Values>,
    facts: Facts,
    context: EvaluationContext,
  ): Evaluation<Values>
  /** Returns the statements that write the change and raise the version by one. */
  write(write: RecordWrite<Values, Facts>): SQL[]
  /** Without a row it has the values that it is read with, so a change to these adds none. */
  isStoredWhenChanged?: true
  /** A new record is emptied by an undo; of other kinds what was added stays. */
  isEmptiedByUndo?: true
  /** Returns the change that takes back what a file has added, from its first values. Only kinds that files add have it. */
  withdraw?(added: Readonly<Record<string, unknown>>): Partial<Values>
  /** Its changes send mails, so another change follows instead of an undo. */
  isFinal?: true
  /** What changes many records at once; only kinds that need it have it. */
  many?: ManyRecords<Values, Patch, Facts>
  /** Fields whose value is a difference, which an undo turns around. */
  deltas?: readonly (keyof Values & string)[]
  /** Of these fields of one change, an undo restores all or none. */
  undoneTogether?: readonly (keyof Values & string)[]
  /** Returns the condition that what a change was computed from is as it was read, where the version alone doesn’t show it. */
  isCurrent?(write: Pick<RecordWrite<Values, Facts>, 'id' | 'after'>): SQL | undefined
}
