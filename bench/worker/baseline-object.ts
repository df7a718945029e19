/** The baseline of the platform: an object that writes one row per call and does nothing else. */
import { DurableObject } from 'cloudflare:workers'

export class BareObject extends DurableObject {
  #writes = 0

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    ctx.storage.sql.exec('create table if not exists stored (name text primary key, body text not null)')
  }

  /** Writes `body` and a number that changes, because SQLite writes nothing when a row stays as it is. */
  write(body: string): { writes: number } {
    this.#writes += 1
    this.ctx.storage.sql.exec(
      'insert into stored (name, body) values (?, ?) on conflict (name) do update set body = excluded.body',
      'cart',
      `${body}${this.#writes}`,
    )
    return { writes: this.#writes }
  }
}
