/** Reads what a scanner typed into a field, line by line: labels of bins and units, or their codes. */

import * as v from 'valibot'
import { parseScan } from '../print/unit-link.ts'
import { BIN_CODE } from '../units/yard-record.ts'

/** Units of one request. */
export const SCANS_MAX = 200

export interface ScannedBin {
  bin: string
  /** As typed or as on labels, each once. */
  units: string[]
}

/** Returns the code of a bin as typed, or from the link of its label; `null` for a text that no bin can have. */
export function parseBin(typed: string): string | null {
  const scan = parseScan(typed)
  const parsed = v.safeParse(BIN_CODE, scan?.kind === 'bin' ? scan.bin : typed)
  return parsed.success ? parsed.output : null
}

/**
 * Returns the units that were scanned, by bin: the label of a bin begins the next one, so that several bins can be filled in one
 * go. `first` is the bin that was typed before; units before any bin have none and are returned as `homeless`.
 */
export function parseScans(first: string | null, typed: string): { bins: ScannedBin[]; homeless: string[] } {
  const bins = new Map<string, string[]>()
  const homeless: string[] = []
  let bin = first
  for (const code of typed.split(/[\s,]+/).slice(0, SCANS_MAX)) {
    const scan = parseScan(code)
    if (scan?.kind === 'bin') bin = scan.bin
    else if (scan && bin === null) homeless.push(scan.sku)
    else if (scan && bin !== null) {
      const units = bins.get(bin) ?? []
      if (!units.includes(scan.sku)) units.push(scan.sku)
      bins.set(bin, units)
    }
  }
  return { bins: [...bins].map(([code, units]) => ({ bin: code, units })), homeless }
}
