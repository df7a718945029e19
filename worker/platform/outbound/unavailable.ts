/** The error for outages of services that the shop needs. */
import type { Outage } from '../../../schema/platform/outbound/outage.ts'

/** A service that the shop needs does not answer. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** The kind of outage, which selects the message to the shopper. */
  readonly outage: Outage

  constructor(outage: Outage, message: string) {
    super(message)
    this.outage = outage
  }
}
