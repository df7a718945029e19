/**
 * Where the shopper is and came from: current and previous route with scroll position and list
 * page size, in this tab only. Browsers restore scroll by themselves; this stands in where they could not.
 */

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

const KEY = 'route'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

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

/** `null` when nothing readable is stored. */
export function readRouteHistory(storage: TextStorage): RouteHistory | null {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<RouteHistory> | null
    return typeof stored?.current?.path === 'string' ? (stored as RouteHistory) : null
  } catch {
    // Storage may be forbidden or hold something else: the page is then the first one.
    return null
  }
}

export function saveRouteHistory(storage: TextStorage, routes: RouteHistory): void {
  try {
    storage.setItem(KEY, JSON.stringify(routes))
  } catch {
    // Full or forbidden: Back is then as good as the browser makes it.
  }
}
