/** Things that a service keeps and looks up by id alone: one table, one row for each, whatever their kind. */
export function createShelf(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS shelf (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (kind, id)
  )`)
}

/** Writes a thing in its present state. */
export function put(sql: SqlStorage, kind: string, id: string, thing: object): void {
  sql.exec(
    'INSERT INTO shelf (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json',
    kind,
    id,
    JSON.stringify(thing),
  )
}

/** Reads a thing; the caller has put it there and knows what it is. */
export function get<Thing>(sql: SqlStorage, kind: string, id: string): Thing | null {
  const [row] = sql
    .exec<{ json: string }>('SELECT json FROM shelf WHERE kind = ? AND id = ?', kind, id)
    .toArray()
  return row ? (JSON.parse(row.json) as Thing) : null
}

/** All things of a kind, newest first. */
export function newestOf<Thing>(sql: SqlStorage, kind: string, limit: number): Thing[] {
  return sql
    .exec<{ json: string }>('SELECT json FROM shelf WHERE kind = ? ORDER BY place DESC LIMIT ?', kind, limit)
    .toArray()
    .map(({ json }) => JSON.parse(json) as Thing)
}
