/** The numbers that this phone has reserved (H14), so that labels are printed without reception. */
import type { IntakeDatabase } from './intake-database.ts'

/** The next block is reserved when fewer numbers than this are left. */
const MIN_NUMBERS = 5
const NUMBERS = 'numbers'

const toStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Opens the numbers; `reserve` returns a block of them, or `null` when the shop can't be reached. */
export async function openNumberBlock(
  database: IntakeDatabase,
  reserve: () => Promise<readonly string[] | null>,
) {
  let numbers = toStrings(await database.readValue(NUMBERS))
  let isReserving = false
  return {
    /** Takes the next number in the same step, so that two intakes never have the same; `null` without one. */
    take(): string | null {
      const [sku = null, ...rest] = numbers
      numbers = rest
      void database.writeValue(NUMBERS, rest)
      return sku
    },
    async refill(): Promise<void> {
      if (isReserving || numbers.length >= MIN_NUMBERS) return
      isReserving = true
      const reserved = await reserve()
      isReserving = false
      if (!reserved) return
      numbers = [...numbers, ...reserved]
      await database.writeValue(NUMBERS, numbers)
    },
  }
}
