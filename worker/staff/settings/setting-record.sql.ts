/** Settings in D1 as records that staff change (H14l). */
import { eq, sql } from 'drizzle-orm'
import { coupon } from '../../../schema/cart/coupon/coupon.table.ts'
import { region } from '../../../schema/identity/location/region.table.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { findSetting } from '../../../schema/staff/settings/setting.ts'
import {
  evaluateSetting,
  SETTING_PATCH,
  SETTING_PATH,
  type SettingFacts,
  type SettingPatch,
  type SettingValues,
} from '../../../schema/staff/settings/setting-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

/** Checks whether the coupon or the states of a text exist. */
async function isKnown(db: D1Database, path: string, text: string): Promise<boolean> {
  const setting = findSetting(path)
  const value = setting?.read(text)
  if (!setting?.refersTo || !value) return true
  const codes = JSON.stringify(value.split(','))
  const known =
    setting.refersTo === 'coupon' ? sql`select code from ${coupon}` : sql`select code from ${region}`
  const [row] = await connect(db).all<{ n: number }>(
    sql`select count(*) as n from json_each(${codes}) where value not in (${known})`,
  )
  return row?.n === 0
}

export const SETTING_RECORD: RecordKind<SettingValues, SettingPatch, SettingFacts> = {
  id: SETTING_PATH,
  patch: SETTING_PATCH,
  async read(db, path, patch) {
    const [row, known] = await Promise.all([
      connect(db)
        .select({ value: config.value, version: config.version })
        .from(config)
        .where(eq(config.path, path))
        .get(),
      isKnown(db, path, patch.value ?? ''),
    ])
    return {
      values: { value: row?.value ?? '' },
      version: row?.version ?? 0,
      facts: { path, isKnown: known },
    }
  },
  hasVersion: (path, version) =>
    version === 0
      ? sql`not exists (select 1 from ${config} where path = ${path})`
      : sql`exists (select 1 from ${config} where path = ${path} and version = ${version})`,
  evaluate: evaluateSetting,
  isStoredWhenChanged: true,
  write({ id: path, before, after, now }) {
    const { value } = { ...before, ...after }
    const write = sql`insert into ${config} (path, value) values (${path}, ${value})
      on conflict (path) do update set value = excluded.value, version = version + 1`
    if (!findSetting(path)?.isOnPages) return [write]
    const version = sql`insert into ${config} (path, value) values ('catalog/version', ${`settings-${String(now)}`})
      on conflict (path) do update set value = excluded.value`
    return [write, version]
  },
}
