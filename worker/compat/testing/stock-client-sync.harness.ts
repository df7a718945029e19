/** Compares carts as an unmodified client of Vue Storefront does, for tests (D4, D5). */
import { type ClientLine, isSameProduct } from '../../../schema/cart/sync/client-cart.ts'

export interface SyncRules {
  /** The lines of the client replace those of the server. */
  force: boolean
  /** Returns the differences without actions. */
  dryRun: boolean
  /** Adds the quantities of both sides, as after a sign-in. */
  mergeQty: boolean
  /** The client options `serverSyncCanRemoveLocalItems` and `serverSyncCanModifyLocalItems`. */
  serverMayRemove: boolean
  serverMayModify: boolean
}

export type SyncAction<Line extends ClientLine> =
  | { act: 'push'; line: Line; qty: number }
  | { act: 'remove-local'; line: Line }
  | { act: 'take-server'; line: Line; from: Line }
  | { act: 'delete-server'; line: Line }
  | { act: 'add-local'; line: Line }

export type DiffStatus = 'no-item' | 'wrong-qty' | 'update-required' | 'no-changes'

/** An entry of the log of differences; the last two entries summarize each party and have no sku. */
export interface DiffEntry {
  party: 'client' | 'server'
  status: DiffStatus
  sku: string | null
  clientQty: number | null
  serverQty: number | null
}

/** Compares the carts line by line. `removed` has ids of lines whose removal the server does not know. */
export function planSync<Line extends ClientLine>(
  client: readonly Line[],
  server: readonly Line[],
  rules: SyncRules,
  removed: ReadonlySet<number> = new Set(),
): { acts: SyncAction<Line>[]; diff: DiffEntry[] } {
  const acts: SyncAction<Line>[] = []
  const diff: DiffEntry[] = []
  const note = (party: DiffEntry['party'], status: DiffStatus, line?: Line, other?: Line) => {
    const [mine, theirs] = party === 'server' ? [line, other] : [other, line]
    const sku = (line ?? other)?.sku ?? null
    diff.push({ party, status, sku, clientQty: mine?.qty ?? null, serverQty: theirs?.qty ?? null })
  }
  for (const line of client) {
    const theirs = server.find((other) => isSameProduct(line, other))
    const isOwn = rules.force || line.prevQty !== undefined
    if (!theirs) {
      note('server', 'no-item', line)
      const stays = isOwn || line.itemId === null || !rules.serverMayRemove
      acts.push(stays ? { act: 'push', line, qty: line.qty } : { act: 'remove-local', line })
    } else if (line.qty !== theirs.qty || line.unitPrice !== theirs.unitPrice || rules.mergeQty) {
      note('server', 'wrong-qty', line, theirs)
      const qty = rules.mergeQty ? line.qty + theirs.qty : line.qty
      const pushes = qty !== theirs.qty && (isOwn || rules.mergeQty || !rules.serverMayModify)
      acts.push(pushes ? { act: 'push', line, qty } : { act: 'take-server', line, from: theirs })
    }
  }
  for (const theirs of server) {
    if (client.some((line) => isSameProduct(line, theirs))) continue
    note('client', 'no-item', theirs)
    const isGone = rules.force || (theirs.itemId !== null && removed.has(theirs.itemId))
    acts.push({ act: isGone ? 'delete-server' : 'add-local', line: theirs })
  }
  const toServer = acts.some(({ act }) => act === 'push' || act === 'delete-server')
  const toClient = acts.some(({ act }) => act !== 'push' && act !== 'delete-server')
  note('client', toClient ? 'update-required' : 'no-changes')
  note('server', toServer ? 'update-required' : 'no-changes')
  return { acts: rules.dryRun ? [] : acts, diff }
}
