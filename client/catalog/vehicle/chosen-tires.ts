/** Reads the tires that a form adds to the cart from the data of the page. */
import type { FittingTire } from '../../../schema/catalog/vehicle/fitment.ts'

/**
 * Returns the tires that `form` adds. The form of a card has the tire in the attributes of its card; the form of a product has
 * each tire that can be chosen by its field: `sku=TL-1`, `bundle_option[3]=7`, `super_group[TL-2]`.
 */
export function chosenTires(form: HTMLFormElement): FittingTire[] {
  const offered = form.dataset.tires
  if (offered !== undefined) {
    const tires = JSON.parse(offered) as Record<string, FittingTire>
    const fields = [...new FormData(form)].filter(([, value]) => value !== '' && value !== '0')
    return fields.flatMap(([name, value]) => tires[`${name}=${value}`] ?? tires[name] ?? [])
  }
  const { size, load, speed } = form.closest<HTMLElement>('[data-size]')?.dataset ?? {}
  return size === undefined
    ? []
    : [{ size, tireLoad: load === undefined ? null : Number(load), tireSpeed: speed ?? null }]
}
