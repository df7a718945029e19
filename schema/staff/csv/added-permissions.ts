/** What a row that adds tires asks of a role beside `import` (H14w): what the same acts ask elsewhere. */
import { dotDate, wholeYears } from '../../catalog/sizes/tire-text.ts'
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import type { Cents } from '../../platform/money.ts'

interface AddedFacts {
  price: Cents | null
  cost: Cents | null
  lotId: number | null
  /** The week and year of its DOT code; `null` for an unknown age. */
  dot: string | null
}

/** Returns the first permission that an added row lacks, with its column; `null` when it lacks none. Time in ms, age in years. */
export function missingPermission(
  { price, cost, lotId, dot }: AddedFacts,
  { may, maxAge, now }: { may(permission: StaffPermission): boolean; maxAge: number; now: number },
): { permission: StaffPermission; column: string } | null {
  const made = dot === null ? null : dotDate(dot)
  const isOld = made !== null && wholeYears(made.at, now) >= maxAge
  const isBelowCost = price !== null && cost !== null && price < cost
  const asked: [permission: StaffPermission, column: string, isAsked: boolean][] = [
    ['intake', 'version', true],
    ['units.correct', 'tires', true],
    ['price', 'price', true],
    // A file has no suggested price.
    ['price.free', 'price', true],
    ['cost.see', 'lot', lotId !== null],
    ['cost.see', 'cost', cost !== null],
    ['price.below-cost', 'price', isBelowCost],
    ['intake.old', 'dot', isOld],
  ]
  const [missing] = asked.filter(([permission, , isAsked]) => isAsked && !may(permission))
  return missing ? { permission: missing[0], column: missing[1] } : null
}
