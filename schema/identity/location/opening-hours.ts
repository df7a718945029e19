/** Parses a store's hours: `Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m.`. */
const DAYS: Record<string, string> = {
  mon: 'Mo',
  tue: 'Tu',
  wed: 'We',
  thu: 'Th',
  fri: 'Fr',
  sat: 'Sa',
  sun: 'Su',
}
const TIME = String.raw`(\d{1,2})(?::(\d{2}))? ([ap])\.m\.`
const PART = new RegExp(`^(\\w{3})(?: to (\\w{3}))? ${TIME} to ${TIME}$`, 'i')

/** Returns schema.org's `openingHours`: `Mo-Fr 08:00-18:00`. Unreadable parts are omitted. */
export function openingHours(hours: string): string[] {
  return hours.split(/,\s*/).flatMap((part) => {
    const [, first = '', last = '', ...times] = PART.exec(part.trim()) ?? []
    const from = DAYS[first.toLowerCase()]
    const to = last === '' ? from : DAYS[last.toLowerCase()]
    if (!from || !to) return []
    const [hour, minute, half, untilHour, untilMinute, untilHalf] = times
    const opens = clock(hour, minute, half)
    const closes = clock(untilHour, untilMinute, untilHalf)
    return [`${from === to ? from : `${from}-${to}`} ${opens}-${closes}`]
  })
}

/** Formats `8`, no minutes, `p` as `20:00`; 12 a.m. is midnight. */
function clock(hour = '', minute: string | undefined, half = ''): string {
  const hour24 = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hour24).padStart(2, '0')}:${minute ?? '00'}`
}

const CODES = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const SHORT_DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Returns when the store opens and closes on a weekday (0 is Sunday), in minutes since midnight; usually one range. */
export function openTimes(hours: string, weekday: number): { from: number; until: number }[] {
  return openingHours(hours).flatMap((line) => {
    const [, from = '', to = from, opens = '', closes = ''] =
      /^(\w\w)(?:-(\w\w))? ([\d:]+)-([\d:]+)$/.exec(line) ?? []
    const first = CODES.indexOf(from)
    // Days are counted from the first day, so that a range such as Sat to Mon works.
    const isDay = (weekday - first + 7) % 7 <= (CODES.indexOf(to) - first + 7) % 7
    return isDay ? [{ from: minutes(opens), until: minutes(closes) }] : []
  })
}

function minutes(time: string): number {
  const [hour, minute] = time.split(':').map(Number)
  return (hour ?? 0) * 60 + (minute ?? 0)
}

/** Returns whether the store is open at `now` (milliseconds) in its time zone. */
export function isOpenAt(hours: string, now: number, timeZone: string): boolean {
  const format = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const parts = new Intl.DateTimeFormat('en-US', format).formatToParts(now)
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  const time = minutes(`${part('hour')}:${part('minute')}`)
  return openTimes(hours, SHORT_DAYS.indexOf(part('weekday'))).some(
    ({ from, until }) => time >= from && time < until,
  )
}
