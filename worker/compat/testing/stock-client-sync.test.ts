/** The comparison of carts that the client in api-client.test.ts uses. */
import { describe, expect, test } from 'vitest'
import type { ClientLine } from '../../../schema/cart/sync/client-cart.ts'
import { planSync, type SyncRules } from './stock-client-sync.harness.ts'

/** The settings that let the server remove and change lines. */
const SERVER_RULES: SyncRules = {
  force: false,
  dryRun: false,
  mergeQty: false,
  serverMayRemove: true,
  serverMayModify: true,
}

function line(itemId: number | null, qty = 1, more: Partial<ClientLine> = {}): ClientLine {
  return {
    itemId,
    sku: `TL-${itemId}`,
    parentSku: null,
    type: 'simple',
    choices: [],
    qty,
    unitPrice: 100,
    rowTotal: 100 * qty,
    tires: 1,
    problem: null,
    ...more,
  }
}
const acts = (
  client: ClientLine[],
  server: ClientLine[],
  rules: Partial<SyncRules> = {},
  removed?: Set<number>,
) =>
  planSync(client, server, { ...SERVER_RULES, ...rules }, removed).acts.map((act) =>
    act.act === 'push' ? `push ${act.line.sku} ${act.qty}` : `${act.act} ${act.line.sku}`,
  )

describe('[D4] the actions for each line', () => {
  test('a line that the server lacks is removed, unless this client has just added or changed it', () => {
    expect(acts([line(1)], [])).toEqual(['remove-local TL-1'])
    expect(acts([line(null)], [])).toEqual(['push TL-null 1'])
    expect(acts([line(1, 3, { prevQty: 2 })], [])).toEqual(['push TL-1 3'])
    expect(acts([line(1)], [], { serverMayRemove: false })).toEqual(['push TL-1 1'])
  })

  test('another quantity or price of the server is used, unless this client has just changed the line', () => {
    expect(acts([line(1, 2)], [line(1, 5)])).toEqual(['take-server TL-1'])
    expect(acts([line(1, 2, { prevQty: 5 })], [line(1, 5)])).toEqual(['push TL-1 2'])
    expect(acts([line(1, 2)], [line(1, 5)], { serverMayModify: false })).toEqual(['push TL-1 2'])
    expect(acts([line(1)], [line(1, 1, { unitPrice: 90 })], { force: true })).toEqual(['take-server TL-1'])
  })

  test('a line that only the server has is added, unless this client has removed it', () => {
    expect(acts([], [line(1)])).toEqual(['add-local TL-1'])
    expect(acts([], [line(1)], {}, new Set([1]))).toEqual(['delete-server TL-1'])
  })

  test('a forced sync makes the lines of the client win', () => {
    const client = [line(1, 2), line(2)]
    const server = [line(1, 5), line(3)]
    expect(acts(client, server, { force: true })).toEqual([
      'push TL-1 2',
      'push TL-2 1',
      'delete-server TL-3',
    ])
  })

  test('[D5] a sync after a sign-in adds quantities', () => {
    expect(acts([line(1, 2)], [line(1, 5)], { mergeQty: true })).toEqual(['push TL-1 7'])
  })

  test('a dry run returns the same diff without actions', () => {
    const client = [line(1), line(2, 2)]
    const server = [line(2, 3), line(3)]
    const { acts: none, diff } = planSync(client, server, { ...SERVER_RULES, dryRun: true })
    expect(none).toEqual([])
    expect(diff).toEqual(planSync(client, server, SERVER_RULES).diff)
  })
})

describe('[D4] the log of differences', () => {
  test('has party, status and both quantities of each line, then a summary of each party', () => {
    const { diff } = planSync([line(1), line(2, 2)], [line(2, 3), line(3, 4)], SERVER_RULES)
    expect(diff).toEqual([
      { party: 'server', status: 'no-item', sku: 'TL-1', clientQty: 1, serverQty: null },
      { party: 'server', status: 'wrong-qty', sku: 'TL-2', clientQty: 2, serverQty: 3 },
      { party: 'client', status: 'no-item', sku: 'TL-3', clientQty: null, serverQty: 4 },
      { party: 'client', status: 'update-required', sku: null, clientQty: null, serverQty: null },
      { party: 'server', status: 'no-changes', sku: null, clientQty: null, serverQty: null },
    ])
  })

  test('equal carts have no changes on either side', () => {
    const { diff, acts: none } = planSync([line(1)], [line(1)], SERVER_RULES)
    expect([diff.map(({ status }) => status), none]).toEqual([['no-changes', 'no-changes'], []])
  })

  test('a change of this client requires an update of the server', () => {
    const { diff } = planSync([line(1, 2, { prevQty: 1 })], [line(1)], SERVER_RULES)
    expect(diff.slice(1).map(({ party, status }) => `${party} ${status}`)).toEqual([
      'client no-changes',
      'server update-required',
    ])
  })
})
