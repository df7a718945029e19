/** Failures of what the shop needs and does not own. */
import type { Outage } from '../../../schema/platform/outbound/outage.ts'

/** Something that the shop needs does not answer. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** What is away, as messages to shoppers have it. */
  readonly outage: Outage

  constructor(outage: Outage, message: string) {
    super(message)
    this.outage = outage
  }
}
