/**
 * How a browser's cart and the server's come together: when to ask, what each
 * line needs, and what is left of a connection that fails.
 */
import { type ClientLine, isSameProduct } from './client-cart.ts'

/** Times that a guest's cart may stand in; no configuration of the shop (decision 149). */
export const BYPASS_ATTEMPTS = 1

export interface SyncGate {
  token: string
  online: boolean
  /** Of the lines as they are. */
  hash: string
  /** Of what was synced last; `null` when nothing was. */
  syncedHash: string | null
  syncedAt: number | null
  bypassCount: number
  forced: boolean
}

/** Whether to ask the server at all: something changed, nothing was asked yet, or somebody insists. */
export function shouldSync(gate: SyncGate): boolean {
  if (!gate.online || isSyncDisabled(gate.bypassCount)) return false
  if (gate.forced) return true
  return gate.token !== '' && (gate.syncedHash !== gate.hash || gate.syncedAt === null)
}

export function isSyncDisabled(bypassCount: number): boolean {
  return bypassCount > BYPASS_ATTEMPTS
}

/**
 * What follows a try to get a cart that was answered with `code`: the cart is there; or a guest's is tried, once more than
 * allowed and sync is disabled.
 */
export function afterConnect(
  code: number,
  bypassCount: number,
): { next: 'sync' | 'as-guest' | 'disabled'; bypassCount: number } {
  // A cart that was had forgives what was before; the stock client never does, and a browser is shut out for good.
  if (code === 200) return { next: 'sync', bypassCount: 0 }
  const count = bypassCount + 1
  return { next: isSyncDisabled(count) ? 'disabled' : 'as-guest', bypassCount: count }
}

export interface SyncRules {
  /** What the client has goes to the server, whatever that has. */
  force: boolean
  /** Nothing is done, it is only said what would be. */
  dryRun: boolean
  /** Quantities of both are added, after a sign-in. */
  mergeQty: boolean
  /** `serverSyncCanRemoveLocalItems`, `serverSyncCanModifyLocalItems`. */
  serverMayRemove: boolean
  serverMayModify: boolean
}

/** How this shop's own pages sync: the server is right, but for what this browser changed and has not sent yet. */
export const SHOP_SYNC_RULES: SyncRules = {
  ...{ force: false, dryRun: false, mergeQty: false },
  ...{ serverMayRemove: true, serverMayModify: true },
}

export type SyncAction<Line extends ClientLine> =
  | { act: 'push'; line: Line; qty: number }
  | { act: 'remove-local'; line: Line }
  | { act: 'take-server'; line: Line; from: Line }
  | { act: 'delete-server'; line: Line }
  | { act: 'add-local'; line: Line }

export type DiffStatus = 'no-item' | 'wrong-qty' | 'update-required' | 'no-changes'

/** A line of the diff log; the last two speak of each party as a whole and name no sku. */
export interface DiffEntry {
  party: 'client' | 'server'
  status: DiffStatus
  sku: string | null
  clientQty: number | null
  serverQty: number | null
}

/** Compares line by line. `removed` are ids that this browser took out and has not sent yet. */
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
