/** The kinds of work that wait for a role, on the start page and in the daily summary (H14j). */
import {
  hasPermission,
  type SessionRole,
  type StaffPermission,
} from '../../../schema/identity/staff/permissions.ts'
import { paths, staffPaths } from '../../../schema/paths.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { formatElapsed } from '../../../schema/platform/elapsed.ts'
import { shopDay, shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import { API_PATHS } from '../../../schema/staff/api/api-paths.ts'
import { reportHref } from '../../../schema/staff/reports/report-paths.ts'
import { formatClaimDue, isClaimOverdue } from '../../../schema/staff/returns/claim-clock.ts'
import { SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import { readMentions } from '../orders/order-work.sql.ts'
import { readToday, type Today, type Waiting, type WaitingKind } from './today.sql.ts'

interface WaitingTask {
  kind: WaitingKind
  label: string
  href: string
  permission: StaffPermission
}

const TASKS: readonly WaitingTask[] = [
  { kind: 'pick', label: 'Orders to pick', href: staffPaths.pick, permission: 'orders.pick' },
  { kind: 'runs', label: 'Open pick runs', href: staffPaths.pick, permission: 'orders.pick' },
  { kind: 'missing', label: 'Tires not found', href: staffPaths.pick, permission: 'orders.pick' },
  {
    kind: 'inspections',
    label: 'Second inspections',
    href: `${staffPaths.units}?state=waiting`,
    permission: 'inspect',
  },
  { kind: 'drafts', label: 'Tires begun and not finished', href: staffPaths.intake, permission: 'intake' },
  {
    kind: 'claims',
    label: 'Claims to answer',
    href: `${paths.staffOrders}?tab=returns`,
    permission: 'returns',
  },
  {
    kind: 'returns',
    label: 'Returns to look at',
    href: `${paths.staffOrders}?tab=returns`,
    permission: 'returns',
  },
  {
    kind: 'refunds',
    label: 'Refunds to check',
    href: `${paths.staffOrders}?tab=refunds`,
    permission: 'refund',
  },
  { kind: 'recalls', label: 'Recalled tires to look at', href: SAFETY_PATHS.recalls, permission: 'safety' },
  {
    kind: 'registrations',
    label: 'New tires to register',
    href: SAFETY_PATHS.registrations,
    permission: 'safety',
  },
  { kind: 'dealers', label: 'Dealers to answer', href: staffPaths.dealers, permission: 'dealers' },
  { kind: 'webhooks', label: 'Stopped webhooks', href: API_PATHS.settings, permission: 'keys' },
  { kind: 'chats', label: 'Unread chats', href: staffPaths.chats, permission: 'chat' },
  { kind: 'reviews', label: 'Reviews to read', href: paths.staffReviews, permission: 'reviews' },
  {
    kind: 'flagged',
    label: 'Reported reviews',
    href: `${paths.staffReviews}?show=flagged`,
    permission: 'reviews',
  },
  {
    kind: 'sizes',
    label: 'Sizes asked for and nearly gone',
    href: reportHref('demand', { low: 1 }),
    permission: 'reports',
  },
  { kind: 'questions', label: 'Questions to answer', href: paths.staffReviews, permission: 'reviews' },
]

/** Returns the day's numbers, what waits for a person, the longest wait first, and the notes that name them. `now` is in milliseconds. */
export async function readOpenTasks(
  db: D1Database,
  { staffId, role }: { staffId: number; role: SessionRole },
  now: number,
) {
  const [today, mentions] = await Promise.all([
    readToday(db, todaySpans(now)),
    hasPermission(role, 'orders.send') ? readMentions(db, staffId) : [],
  ])
  return { today, mentions, tasks: openTasks(role, today, now) }
}

export type OpenTask = WaitingTask & Waiting

/** Returns how long the oldest waits, or the day of the answer to a claim; empty for work without a time. `now` is in milliseconds. */
export function formatWait({ kind, since }: OpenTask, now: number): string {
  if (since === null) return ''
  return kind === 'claims' ? formatClaimDue(since, now) : `oldest ${formatElapsed(now - since)}`
}

/** Checks whether the answer to a claim is late. `now` is in milliseconds. */
export function isOverdue({ kind, since }: OpenTask, now: number): boolean {
  return kind === 'claims' && since !== null && isClaimOverdue(since, now)
}

function openTasks(role: SessionRole, { waiting }: Today, now: number): OpenTask[] {
  return TASKS.filter(({ kind, permission }) => hasPermission(role, permission) && waiting[kind].count > 0)
    .map((task) => ({ ...task, ...waiting[task.kind] }))
    .sort((a, b) => (a.since ?? now) - (b.since ?? now))
}

/** Returns the spans of today so far, of yesterday and of the same day a week ago, in the shop's time zone. */
function todaySpans(now: number): Parameters<typeof readToday>[1] {
  // Noon is in its day also when the clock changes.
  const noonBefore = (days: number) => shopDayStart(now) + DAY_MS / 2 - days * DAY_MS
  const day = (days: number) => [shopDayStart(noonBefore(days)), shopDayStart(noonBefore(days - 1))] as const
  return {
    spans: [[shopDayStart(now), now + 1], day(1), day(7)],
    draftsBefore: now - DAY_MS,
    today: shopDay(now),
  }
}
