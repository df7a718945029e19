/** The values that a cart object stores in its own SQLite, each as JSON in a row of its own. */
import { migrateLine, migrateLines } from '../../schema/cart/cart-record-migration.ts'
import type { CartRecord } from '../../schema/cart/sync/cart-record.ts'

export type CartValueName = 'cart' | 'draft' | 'reminded' | 'answered'

export class CartValues {
  #storage: DurableObjectStorage
  /** The first write creates the table, so that reading an unused id stores nothing. */
  #hasTable: boolean

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    const tables = storage.sql.exec("select 1 from sqlite_master where name = 'kept'")
    this.#hasTable = tables.toArray().length > 0
  }

  /** Returns one value, or `null` where none is stored. */
  read<Value>(name: CartValueName): Value | null {
    if (!this.#hasTable) return null
    const rows = this.#storage.sql.exec<{ body: string }>('select body from kept where name = ?', name)
    const body = rows.toArray()[0]?.body
    // Only `write` stores values, so the type is known.
    return body === undefined ? null : (JSON.parse(body) as Value)
  }

  /** Returns the cart in today's format; migrates a cart that was stored before lines had components. */
  readCart(): CartRecord | null {
    const record = this.read<CartRecord>('cart')
    if (!record) return null
    const answers = record.answers.map(([id, answer]): CartRecord['answers'][number] => [
      id,
      answer.ok ? { ...answer, line: migrateLine(answer.line) } : answer,
    ])
    return { ...record, cart: migrateLines(record.cart), answers }
  }

  write(name: CartValueName, value: unknown): void {
    const { sql } = this.#storage
    if (!this.#hasTable)
      sql.exec('create table if not exists kept (name text primary key, body text not null)')
    this.#hasTable = true
    sql.exec(
      'insert into kept (name, body) values (?, ?) on conflict (name) do update set body = excluded.body',
      name,
      JSON.stringify(value),
    )
  }

  clearAllButCart(): void {
    this.#storage.sql.exec("delete from kept where name <> 'cart'")
  }

  /** Deletes everything, because the platform bills stored data. */
  async clear(): Promise<void> {
    this.#hasTable = false
    await this.#storage.deleteAll()
  }
}
