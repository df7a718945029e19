/**
 * Where the shopper is and came from: current and previous route with scroll position and list
 * page size, in this tab only. Browsers restore scroll by themselves; this stands in where they could not.
 */
import { storedValue } from '../storage/stored-value.store.ts'

export interface Route {
  /** Path and query. */
  path: string
  /** Pixels from the top when it was left. */
  scroll: number
  /** Cards of its list; 0 where there is none. */
  pageSize: number
}

export interface RouteHistory {
  current: Route
  previous: Route | null
  /** True when Back or Forward led here. */
  back: boolean
}

/** `null` when nothing readable is stored: the page is then the first one. */
export const { read: readRouteHistory, save: saveRouteHistory } = storedValue(
  'route',
  (stored) => {
    const routes = stored as Partial<RouteHistory> | null
    return typeof routes?.current?.path === 'string' ? (routes as RouteHistory) : null
  },
  () => sessionStorage,
)

/** The routes after an arrival at `here`. The same address again is no new route; going back takes its scroll along. */
export function recordArrival(
  known: RouteHistory | null,
  here: Omit<Route, 'scroll'>,
  back: boolean,
): RouteHistory {
  const before = known?.current ?? null
  const scrolled = [before, known?.previous].find((route) => route?.path === here.path)
  const current = { ...here, scroll: back ? (scrolled?.scroll ?? 0) : 0 }
  return { current, previous: before?.path === here.path ? (known?.previous ?? null) : before, back }
}
