const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
})

/** Renders the day of a time in milliseconds, in the shop's time zone. */
export function ReviewDate({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString().slice(0, 10)}>{day.format(at)}</time>
}
