/** Measures the search of customers by staff among 100,000 of them. */
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { quantile } from './measure.ts'
import { ownerHeaders, timePage } from './staff-page.ts'

const UNITS = 2_000
const CUSTOMERS = 100_000
const ROUNDS = 1_000
const MAX_MS = 200

export async function measureCustomers(log: (line: string) => void): Promise<BenchReport> {
  const shop = await openBenchShop(log, UNITS)
  try {
    log(`Adding ${CUSTOMERS.toLocaleString('en-US')} customers …`)
    await shop.db
      .prepare(
        `with recursive n (i) as (select 1000 union all select i + 1 from n where i < ${CUSTOMERS + 999})
        insert into customer (id, email, firstname, lastname, telephone, group_id, is_first_login, created_at, updated_at)
        select i, 'buyer' || i || '@mail.example', 'Given' || i % 977, 'Family' || i % 9973,
          printf('312%07d', i * 37 % 10000000), 1, 0, 0, 0 from n`,
      )
      .run()
    return await measure(shop, await ownerHeaders(shop.db))
  } finally {
    await shop.stop()
  }
}

async function measure({ url }: BenchShop, headers: Record<string, string>): Promise<Goal[]> {
  const search = (text: string) =>
    timePage(`${url}/staff/customers/?${new URLSearchParams({ q: text })}`, headers)
  await search('buyer')
  const found: number[] = []
  const missed: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const texts = [
      `uyer${1000 + round * 91}@`,
      `en${round % 977} fam`,
      `${String(round * 37 + 1_000_000).slice(-6)}`,
    ]
    found.push(await search(texts[round % texts.length] ?? ''))
    missed.push(await search(`nobody ${round}`))
  }
  const probe = `${CUSTOMERS.toLocaleString('en-US')} customers, 99th percentile of ${ROUNDS} whole pages`
  return [
    toGoal('a customer by a part of name, email or phone', quantile(found, 0.99), { max: MAX_MS, probe }),
    toGoal('a search that nobody fits', quantile(missed, 0.99), { max: MAX_MS, probe }),
  ]
}
