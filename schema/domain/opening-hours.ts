/** A store's hours in words, `Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m.`, as machines read them. */
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

/** schema.org `openingHours`: `Mo-Fr 08:00-18:00`. Parts that cannot be read are left out. */
export function openingHours(words: string): string[] {
  return words.split(/,\s*/).flatMap((part) => {
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

/** `8`, nothing, `p` as `20:00`; noon and midnight are the twelves. */
function clock(hour = '', minute: string | undefined, half = ''): string {
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
}
