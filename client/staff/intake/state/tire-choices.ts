/** Brands and models that the shop knows in a size (H14), and what the choice of a model fills in. */
import { parseMarking } from '../../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize, parseTireSize } from '../../../../schema/catalog/sizes/tire-size.ts'
import type { IntakeDraft } from '../../../../schema/staff/intake/intake-draft.ts'
import type { ChoicesReply } from '../../../../schema/staff/intake/intake-queries.api.ts'

/** A tire that the shop has or had, as the last unit of it says. */
export type YardTire = ChoicesReply['models'][number]

/** Returns the brands: those of this phone's last tires, the others of the size, then all that the shop has. */
export function brandChoices(
  tires: readonly YardTire[],
  recent: readonly string[],
  brands: readonly string[],
): string[] {
  const inSize = new Set(tires.map(({ brand }) => brand))
  return [...new Set([...recent.filter((brand) => inSize.has(brand)), ...inSize, ...recent, ...brands])]
}

/** Returns the tires of a brand. */
export function modelChoices(tires: readonly YardTire[], brand: string): YardTire[] {
  const name = brand.toLowerCase()
  return tires.filter((tire) => tire.brand.toLowerCase() === name)
}

/**
 * Returns the known tire whose brand and model were typed before the known tires arrived, so that nothing was filled
 * in; `null` without one.
 */
export function findTypedTire(tires: readonly YardTire[], draft: IntakeDraft): YardTire | null {
  const { brand, model, season, pattern, treadNew } = draft
  if (!brand || !model || season || pattern || treadNew) return null
  const name = model.toLowerCase()
  return modelChoices(tires, brand).find((tire) => tire.model.toLowerCase() === name) ?? null
}

/** Returns what service the marking of a draft has; empty without load index. */
export function readService(marking: string | null | undefined): string {
  const parsed = parseMarking(marking ?? '')
  if (!parsed || parsed.load === null) return ''
  const { load, dualLoad, speed, loadRange, runFlat } = parsed
  const index = `${load}${dualLoad ? `/${dualLoad}` : ''}${speed ?? ''}`
  return [index, loadRange, runFlat && 'RFT'].filter(Boolean).join(' ')
}

/** Returns the size of a marking, `225/45R17`; the text itself while nobody can read it. */
export function readSize(marking: string | null | undefined): string {
  const text = marking?.trim() ?? ''
  const size = parseMarking(text)?.size ?? parseTireSize(text)
  return size ? formatTireSize(size) : text
}

/** Returns the marking with another service: `225/45R17` and `94W XL`. */
export function withService(marking: string | null | undefined, service: string): string {
  return `${readSize(marking)} ${service.trim().toUpperCase()}`.trim()
}

/** Returns what a known tire fills in. Load and speed that the person typed from the sidewall stay. */
export function fillTire(draft: IntakeDraft, tire: YardTire): Partial<IntakeDraft> {
  const service = readService(draft.marking) || readService(tire.marking)
  return {
    brand: tire.brand,
    model: tire.model,
    season: tire.season,
    pattern: tire.pattern,
    treadNew: tire.treadNew,
    runFlat: tire.runFlat,
    marking: withService(draft.marking, service),
  }
}
