/** The attribute options that a tire needs; an option is added with the first product that has it. */
import { optionSlug } from '../../paths.ts'
import { speedLabel, type Tire } from '../product/product.ts'
import { listedSize, sizeSlug } from '../sizes/tire-size.ts'

export interface TireOption {
  /** The field of a catalog file that it depends on. */
  field: 'brand' | 'model' | 'size' | 'tire_load' | 'tire_speed'
  code: string
  value: string
  label: string
}

/** After the options that have a position of their own. */
export const LAST_OPTION = 1000

/** Returns the attribute options of a tire. */
export function tireOptions(tire: Tire): TireOption[] {
  const { brand, model, size, rim, construction, tireLoad, tireSpeed, speedRated } = tire
  const option = (field: TireOption['field'], code: string, value: string, label: string) => ({
    ...{ field, code, value, label },
  })
  return [
    option('brand', 'brand', optionSlug(brand), brand),
    option('model', 'model', optionSlug(model), model),
    option('size', 'size', sizeSlug(size), listedSize(size)),
    option('size', 'rim', String(rim), `${rim} in`),
    option('size', 'rad', optionSlug(construction), construction),
    option('tire_load', 'tire_load', String(tireLoad), String(tireLoad)),
    option('tire_speed', 'tire_speed', optionSlug(tireSpeed), `${tireSpeed}, ${speedRated} mph`),
    option('tire_speed', 'speed_rated', String(speedRated), speedLabel(speedRated)),
  ]
}
