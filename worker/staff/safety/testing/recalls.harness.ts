/** Recalls in tests: a manager enters and decides them by the forms of the pages. */
import { env } from 'cloudflare:workers'
import { Browser } from '../../../account/testing/account.harness.ts'
import { textOf } from '../../counter/testing/counter.harness.ts'

export const manager = new Browser()

/** Empties the recalls and puts the fixture's units back on sale. */
export async function resetRecalls(): Promise<void> {
  for (const table of ['recall_notice', 'recall_match', 'recall']) await env.DB.exec(`DELETE FROM ${table}`)
  await env.DB.exec("UPDATE sales_order SET status = 'canceled'")
  await env.DB.exec("UPDATE unit SET state = 'live', off_sale = 0, tin = null, version = version + 1")
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku LIKE 'TL-%'")
}

let keys = 0
/** Returns the key of the form that was sent last. */
export function lastKey(): string {
  return `recall-${keys}`
}
/** Sends a form of recalls and returns the HTML of the page that follows. */
export async function sendForm(fields: Record<string, string>, browser = manager): Promise<string> {
  keys += 1
  const body = new URLSearchParams({ key: `recall-${keys}`, ...fields })
  const answer = await browser.fetch('/staff/recalls/form/', { method: 'POST', body })
  if (answer.status !== 303) return answer.text()
  return (await browser.fetch(answer.headers.get('Location') ?? '')).text()
}
export const send = async (fields: Record<string, string>) => textOf(await sendForm(fields))
export const read = async (path: string, browser = manager) =>
  textOf(await (await browser.fetch(path)).text())
export const RECALL = {
  ...{ action: 'save', version: '0', campaign: '24T-011', brand: 'Halden' },
  notice: 'The tread may come off.',
}
/** Enters a recall: the first press shows what it names, the second one goes on. */
export async function save(fields: Record<string, string>): Promise<string> {
  const question = await sendForm({ ...RECALL, ...fields })
  const [, confirmed] = /name="confirmed" value="(\d+)"/.exec(question) ?? []
  return confirmed === undefined ? textOf(question) : send({ ...RECALL, ...fields, confirmed })
}
/** State, tires on sale and tires off sale of a unit. */
export async function unitOf(sku: string): Promise<unknown[]> {
  const row = await env.DB.prepare(
    'SELECT u.state, s.qty, u.off_sale FROM product p JOIN unit u ON u.product_id = p.id JOIN stock s ON s.stock_sku = p.stock_sku WHERE p.sku = ?',
  )
    .bind(sku)
    .first<Record<string, unknown>>()
  return Object.values(row ?? {})
}
export const matchOf = (sku: string) =>
  env.DB.prepare('SELECT * FROM recall_match WHERE sku = ?').bind(sku).first<{ id: number; state: string }>()
export const undo = (batch: string) =>
  manager.fetch('/staff/audit/form/', {
    method: 'POST',
    body: new URLSearchParams({
      batch,
      key: `undo-${batch}`.replaceAll(' ', '-'),
      return: '/staff/recalls/',
    }),
  })
export const MANY = 2_100
/** Adds units of a brand of their own: more than a field of a form can name. */
export async function addKestrels(): Promise<void> {
  const { results: columns } = await env.DB.prepare("SELECT name FROM pragma_table_info('product')").all<{
    name: string
  }>()
  const names = columns.map(({ name }) => name)
  const own: Record<string, string> = {
    ...{ id: '90000 + j.value', sku: "'TL-9' || j.value", stock_sku: "'TL-9' || j.value" },
    ...{
      url_key: "'tl-9' || j.value",
      url_path: "'tl-9' || j.value",
      brand: "'Kestrel'",
      brand_slug: "'kestrel'",
    },
  }
  const numbers = JSON.stringify(Array.from({ length: MANY }, (_, index) => 1000 + index))
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO product (${names.join()}) SELECT ${names.map((name) => own[name] ?? `p.${name}`).join()} FROM product p, json_each(?) j WHERE p.sku = 'TL-1001'`,
    ).bind(numbers),
    env.DB.prepare(
      "INSERT INTO stock (stock_sku, qty, manage, low_mark, updated_at) SELECT 'TL-9' || value, 1, 1, 0, 0 FROM json_each(?)",
    ).bind(numbers),
  ])
}
