/** Reads sizes, brands and tires that the shop knows (H14), and keeps the last answers for places without reception. */
import type { ChoicesReply } from '../../../../schema/staff/intake/intake-queries.api.ts'
import { callApi } from '../../../platform/api/call-api.ts'
import type { IntakeDatabase } from '../queue/intake-database.ts'

export type ShopChoices = Pick<ChoicesReply, 'sizes' | 'brands'>

const CHOICES = '/api/ext/staff/intake/choices'

/** Returns the answer of the server, else the last one that this phone has; `null` without either. */
async function readOrRecall(
  database: IntakeDatabase,
  name: string,
  path: string,
): Promise<ChoicesReply | null> {
  const answer = await callApi<ChoicesReply>(path)
  if (!answer.ok) return ((await database.readValue(name)) as ChoicesReply | undefined) ?? null
  await database.writeValue(name, answer.value)
  return answer.value
}

/** Returns what the page offers before a size is chosen; `null` if nothing is known. */
export function readShopChoices(database: IntakeDatabase): Promise<ShopChoices | null> {
  return readOrRecall(database, 'choices', CHOICES)
}

/** Returns the tires that the shop knows in a size, newest first. */
export async function readTires(database: IntakeDatabase, size: string): Promise<ChoicesReply['models']> {
  const path = `${CHOICES}?${new URLSearchParams({ marking: size })}`
  return (await readOrRecall(database, `tires ${size}`, path))?.models ?? []
}
