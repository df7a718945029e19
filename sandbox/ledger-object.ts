import { DurableObject } from 'cloudflare:workers'
import { app } from './app.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import type { WorkerEnv } from './env.ts'
import { Ledger } from './ledger.ts'
import { sqlRecords } from './records.ts'

/** Answers every request of the sandbox: one object, so that all of them see the same records. */
export class LedgerObject extends DurableObject<WorkerEnv> {
  private readonly ledger = new Ledger(sqlRecords(this.ctx.storage.sql), this.env, (due) => {
    this.ctx.waitUntil(this.ctx.storage.setAlarm(due))
  })

  override async fetch(request: Request): Promise<Response> {
    return app.fetch(request, { ...this.env, ledger: this.ledger })
  }

  override async alarm(): Promise<void> {
    await deliverWebhooks(this.ledger)
  }
}
