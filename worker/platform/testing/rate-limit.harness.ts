/** Requests up to a rate limit of the platform, whatever the time of day. */
import { expect } from 'vitest'

/**
 * Repeats a request until it is rate-limited: `max` requests in a minute are answered with `usual`, and the next is not.
 * The platform counts by minutes of the clock, so a minute may end meanwhile; then the limit of the next minute is
 * reached. Returns the number of requests before the refusal.
 */
export async function expectRateLimit(
  max: number,
  usual: number,
  send: (nth: number) => Promise<number>,
): Promise<number> {
  const codes: number[] = []
  const minute = () => Math.floor(Date.now() / 60_000)
  const begin = minute()
  while (codes.at(-1) !== 429 && codes.length <= 2 * max) codes.push(await send(codes.length))
  expect(new Set(codes.slice(0, max))).toEqual(new Set([usual]))
  expect(codes.at(-1)).toBe(429)
  if (minute() === begin) expect(codes).toHaveLength(max + 1)
  return codes.length - 1
}
