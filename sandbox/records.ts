/** Storage of the services: records are found by kind and id, or listed by age. */
export interface Records {
  /** Returns a record; the caller stored it and knows its type. */
  get<Thing>(kind: string, id: string): Thing | null
  /** Stores the current state of a record. */
  put(kind: string, id: string, thing: object): void
  remove(kind: string, id: string): void
  /** Deletes all records, or those of one kind. */
  clear(kind?: string): void
  /** Returns all records of a kind, newest first. */
  newest<Thing>(kind: string, limit: number): Thing[]
}

/** Stores records in one table: they are read by id or listed, never joined. */
export function sqlRecords(sql: SqlStorage): Records {
  sql.exec(`CREATE TABLE IF NOT EXISTS records (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (kind, id)
  )`)
  const parse = <Thing>(query: string, ...values: (string | number)[]): Thing[] =>
    sql
      .exec<{ json: string }>(query, ...values)
      .toArray()
      .map(({ json }) => JSON.parse(json) as Thing)
  return {
    get: <Thing>(kind: string, id: string) =>
      parse<Thing>('SELECT json FROM records WHERE kind = ? AND id = ?', kind, id)[0] ?? null,
    put(kind, id, thing) {
      sql.exec(
        'INSERT INTO records (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json',
        kind,
        id,
        JSON.stringify(thing),
      )
    },
    remove(kind, id) {
      sql.exec('DELETE FROM records WHERE kind = ? AND id = ?', kind, id)
    },
    clear(kind) {
      sql.exec('DELETE FROM records WHERE kind = coalesce(?, kind)', kind ?? null)
    },
    newest: (kind, limit) =>
      parse('SELECT json FROM records WHERE kind = ? ORDER BY place DESC LIMIT ?', kind, limit),
  }
}

/** Stores records in memory, for a service inside a test. */
export function memoryRecords(): Records {
  const kinds = new Map<string, Map<string, object>>()
  const ofKind = (kind: string): Map<string, object> => {
    const known = kinds.get(kind) ?? new Map<string, object>()
    kinds.set(kind, known)
    return known
  }
  return {
    get: <Thing>(kind: string, id: string) => (ofKind(kind).get(id) as Thing | undefined) ?? null,
    put(kind, id, thing) {
      ofKind(kind).set(id, thing)
    },
    remove(kind, id) {
      ofKind(kind).delete(id)
    },
    clear(kind) {
      if (kind === undefined) kinds.clear()
      else kinds.delete(kind)
    },
    newest: <Thing>(kind: string, limit: number) =>
      [...ofKind(kind).values()].reverse().slice(0, limit) as Thing[],
  }
}
