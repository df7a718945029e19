/** The tires that were scrapped in a time (H14h): units, returned tires of units that stay, and tires that never went on sale. */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { parseMarking } from '../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import { formatChange } from '../../../schema/staff/changes/format-change.ts'
import { intake } from '../../../schema/staff/intake/intake.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import type { ScrapTire } from '../../../schema/staff/yard/scrap-sheet.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const NO_REASON = 'No reason given'

type Row = Omit<ScrapTire, 'reason'> & { why: string | null; knockOut: string | null; marking: string | null }

/** Returns the tires, the oldest first. What was undone, or came back from the scrap, isn’t among them. */
export async function readScrap(
  db: D1Database,
  { from, until }: { from: number; until: number },
): Promise<ScrapTire[]> {
  const rows = await connect(db).all<Row>(sql`
    select a.at as at, p.sku as sku, p.size as size, p.rim as rim, p.brand as brand, p.model as model, p.dot as dot,
        u.off_sale as tires, a.why as why, null as knockOut, null as marking, s.name as "by"
      from ${unit} u join ${product} p on p.id = u.product_id
        join ${auditLog} a on a.id = (select l.id from ${auditLog} l where l.record = 'unit' and l.record_id = p.sku
          and l."after" ->> '$.state' = 'scrap' order by l.version desc limit 1)
        left join ${staff} s on s.id = a.staff_id
      where u.state = 'scrap' and u.off_sale > 0 and a.at >= ${from} and a.at < ${until}
    union all
    select a.at, p.sku, p.size, p.rim, p.brand, p.model, p.dot, a."after" ->> '$.scrapped', a.why, null, null, s.name
      from ${auditLog} a join ${product} p on p.sku = a.record_id left join ${staff} s on s.id = a.staff_id
      where a.kind = 'return' and a.record = 'unit' and a."after" ->> '$.scrapped' > 0 and a.at >= ${from} and a.at < ${until}
    union all
    select i.scrapped_at, i.sku, null, null, i.draft ->> '$.brand', i.draft ->> '$.model', i.draft ->> '$.dot', 1, null,
        i.knock_out, i.draft ->> '$.marking', s.name
      from ${intake} i left join ${staff} s on s.id = i.staff_id
      where i.scrapped_at >= ${from} and i.scrapped_at < ${until}
    order by 1, 2`)
  return rows.map(({ why, knockOut, marking, ...tire }) => {
    const size = parseMarking(marking ?? '')?.size
    const [found] = knockOut ? formatChange('intake', {}, { knockOut }, { maySeeCost: false }) : []
    return {
      ...tire,
      ...(size && { size: formatTireSize(size), rim: size.rim }),
      reason: found?.after ?? (why?.trim() || NO_REASON),
    }
  })
}
