/** Staff at the counter, for tests: they scan, fill in the forms of a sale and read its page. */
import { env } from 'cloudflare:workers'
import type { SessionRole } from '../../../../schema/identity/staff/permissions.ts'
import { COUNTER_PATHS } from '../../../../schema/staff/counter/counter-paths.ts'
import { Browser } from '../../../account/testing/account.harness.ts'

let keys = 0

export class CounterStaff extends Browser {
  static async of(role: SessionRole): Promise<CounterStaff> {
    const staff = new CounterStaff()
    await staff.signInAsStaff(role)
    return staff
  }

  /** Sends a form; `key` is new unless the form has one. */
  post(fields: Record<string, string>): Promise<Response> {
    keys += 1
    const body = new URLSearchParams({ key: `counter-${keys}`, ...fields })
    return this.fetch(COUNTER_PATHS.form, { method: 'POST', body })
  }

  /** Sends a form and returns the text of the page that follows. */
  async submit(fields: Record<string, string>): Promise<string> {
    const answer = await this.post(fields)
    if (answer.status !== 303) throw new Error(`${fields.action}: ${answer.status}`)
    return textOf(await (await this.fetch(answer.headers.get('Location') ?? '')).text())
  }

  /** Begins a sale with this tire; returns its number, `''` when the tire can't be held. */
  async begin(code: string): Promise<string> {
    const answer = await this.post({ action: 'scan', code })
    return /\/sell\/(\d+)$/.exec(answer.headers.get('Location') ?? '')?.[1] ?? ''
  }

  /** Sends a form of a sale with the version that its page shows now. */
  async change(draft: string, fields: Record<string, string>): Promise<string> {
    return this.submit({ ...fields, draft, version: String((await draftOf(draft)).version) })
  }

  /** Takes the total in cash. */
  payCash(draft: string, given = '900'): Promise<string> {
    return this.change(draft, { action: 'cash', given })
  }

  async page(draft: string): Promise<string> {
    return textOf(await (await this.fetch(`${COUNTER_PATHS.sell}${draft}`)).text())
  }
}

/** Returns the text of a page, without its elements. */
export function textOf(html: string): string {
  return html
    .replaceAll('<!-- -->', '')
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replace(/\s+/g, ' ')
}

interface DraftRow {
  state: string
  version: number
  quote_id: string
  order_number: string | null
  hold_until: number
}

export async function draftOf(draft: string): Promise<DraftRow> {
  const row = await env.DB.prepare('SELECT * FROM counter_draft WHERE id = ?').bind(draft).first<DraftRow>()
  if (!row) throw new Error(`no sale ${draft}`)
  return row
}

interface OrderRow {
  status: string
  payment_method: string
  grand_total: number
  email: string
  totals: string
}

/** Returns the order of a sale; `null` without one. */
export async function orderOf(draft: string): Promise<OrderRow | null> {
  const { order_number: number } = await draftOf(draft)
  return env.DB.prepare('SELECT * FROM sales_order WHERE order_number = ?').bind(number).first<OrderRow>()
}
