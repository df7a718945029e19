/** Keys of programs for tests, as the form would have made them. */
import type { BuiltInRole } from '../../../../schema/identity/staff/permissions.ts'
import { apiKey } from '../../../../schema/staff/api/api-key.table.ts'
import { formatKey, type KeyPermission } from '../../../../schema/staff/api/api-key.ts'
import { openStaffSession } from '../../../identity/staff/testing/staff.harness.ts'
import { connect } from '../../../platform/drizzle.sql.ts'
import { hashToken, newSecretToken } from '../../../platform/security/secret-token.ts'

interface TestKey {
  permissions: readonly KeyPermission[]
  /** The role of its maker. */
  role?: BuiltInRole
  endedAt?: number | null
}

/** Adds a key, and its maker if there is none; returns the key as a program sends it, and its id. */
export async function makeApiKey(
  db: D1Database,
  { permissions, role = 'owner', endedAt = null }: TestKey,
): Promise<{ key: string; id: string; staffId: number }> {
  const { staffId } = await openStaffSession(db, role)
  const [id, token] = [crypto.randomUUID().slice(-12), newSecretToken()]
  const row = { id, name: 'Sync', hash: hashToken(token) ?? '', permissions: [...permissions] }
  await connect(db)
    .insert(apiKey)
    .values({ ...row, staffId, createdAt: 0, endedAt })
  return { key: formatKey(token), id, staffId }
}
