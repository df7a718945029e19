/** When incidents begin and end. */
import { MINUTE_MS } from '../../platform/duration.ts'
import { type AlertRule, isFiring, type Measurement } from './alert-rule.ts'

/** An incident ends when its rule was quiet for this time, so that a value near its threshold sends few mails. */
export const QUIET_MS = 30 * MINUTE_MS

export interface OpenIncident {
  rule: string
  openedAt: number
  /** When the rule fired last. */
  firedAt: number
}

export interface IncidentChanges {
  opened: { rule: string; value: number; route: string | null; samples: number }[]
  /** Open incidents whose rule fired again. */
  fired: string[]
  ended: { rule: string; openedAt: number }[]
}

/** Returns what changes about the incidents. A rule without a measurement changes nothing. */
export function incidentChanges(
  rules: readonly AlertRule[],
  measured: ReadonlyMap<string, Measurement>,
  open: readonly OpenIncident[],
  now: number,
): IncidentChanges {
  const changes: IncidentChanges = { opened: [], fired: [], ended: [] }
  for (const rule of rules) {
    const measurement = measured.get(rule.name)
    if (!measurement) continue
    const { value, samples, route = null } = measurement
    const incident = open.find((one) => one.rule === rule.name)
    if (isFiring(rule, measurement)) {
      if (incident) changes.fired.push(rule.name)
      else changes.opened.push({ rule: rule.name, value, route, samples })
    } else if (incident && now - incident.firedAt >= QUIET_MS) {
      changes.ended.push({ rule: rule.name, openedAt: incident.openedAt })
    }
  }
  return changes
}
