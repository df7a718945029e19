/** Makes the labels that a request names. */
import type { Context } from 'hono'
import { qrCode } from '../../../client/staff/print/qr-code.ts'
import {
  binLabelLayout,
  type LabelLayout,
  unitLabelLayout,
} from '../../../schema/staff/print/label-layout.ts'
import type { LabelRequest } from '../../../schema/staff/print/label-request.ts'
import { toUnitLabel } from '../../../schema/staff/print/unit-label.ts'
import { binLink, unitLink } from '../../../schema/staff/print/unit-link.ts'
import type { AppEnv } from '../../env.ts'
import { findLabeledBins, findLabeledUnits } from './label-units.sql.ts'

export interface Label {
  kind: 'unit' | 'bin'
  /** The sku of the unit or the code of the bin. */
  code: string
  /** The version of the unit or bin. */
  version: number
  layout: LabelLayout
}

/** Returns the labels in the order of the request; units and bins that do not exist have none. */
export async function makeLabels(c: Context<AppEnv>, request: LabelRequest): Promise<Label[]> {
  const { siteUrl } = c.get('config')
  const [units, bins] = await Promise.all([
    request.units.length > 0 ? findLabeledUnits(c.env.DB, request.units) : [],
    request.bins.length > 0 ? findLabeledBins(c.env.DB, request.bins) : [],
  ])
  return [
    ...units.map((unit) => ({
      kind: 'unit' as const,
      code: unit.sku,
      version: unit.version,
      layout: unitLabelLayout(toUnitLabel(unit), qrCode(unitLink(siteUrl, unit.sku)), request.paper),
    })),
    ...bins.map(({ code, version }) => ({
      kind: 'bin' as const,
      code,
      version,
      layout: binLabelLayout(code, qrCode(binLink(siteUrl, code)), request.arrow),
    })),
  ]
}
