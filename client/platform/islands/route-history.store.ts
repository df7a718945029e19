/**
 * The current and the previous route of this tab, each with scroll position and list page size. Browsers restore the
 * scroll position by themselves; the stored one is used where they could not.
 */
import { storedValue } from '../storage/stored-value.store.ts'

export interface Route {
  /** Path and query. */
  path: string
  /** Pixels from the top when the page was left. */
  scroll: number
  /** Number of cards in its list; 0 without a list. */
  pageSize: number
}

export interface RouteHistory {
  current: Route
  previous: Route | null
  /** True when Back or Forward led here. */
  back: boolean
}

/** `read` returns `null` when no valid history is stored: the page is then the first one. */
export const { read: readRouteHistory, save: saveRouteHistory } = storedValue(
  'route',
  (stored) => {
    const routes = stored as Partial<RouteHistory> | null
    return typeof routes?.current?.path === 'string' ? (routes as RouteHistory) : null
  },
  () => sessionStorage,
)

/** Returns the history after an arrival at `here`. A reload is not a new route; going back restores the scroll position. */
export function recordArrival(
  history: RouteHistory | null,
  here: Omit<Route, 'scroll'>,
  back: boolean,
): RouteHistory {
  const last = history?.current ?? null
  const scrolled = [last, history?.previous].find((route) => route?.path === here.path)
  const current = { ...here, scroll: back ? (scrolled?.scroll ?? 0) : 0 }
  return { current, previous: last?.path === here.path ? (history?.previous ?? null) : last, back }
}
