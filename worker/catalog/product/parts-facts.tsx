/** The tires of a bundle or a group side by side: front and rear where they differ, with their specifications (H13i). */
import { TreadGauge } from '../../../client/catalog/product/tread-gauge.tsx'
import type { Product, Tire } from '../../../schema/catalog/product/product.ts'
import type { Parts } from '../../../schema/catalog/product/product-parts.ts'
import { loadLabel } from '../../../schema/catalog/sizes/load-index.ts'
import { tireAge } from '../../../schema/catalog/sizes/tire-age.ts'
import {
  conditionLabel,
  formatSpeed,
  productTitle,
  seasonLabel,
  sizeAndIndex,
} from '../../../schema/catalog/sizes/tire-text.ts'
import { productHref } from '../../../schema/paths.ts'

/** More columns do not fit beside each other. */
const MAX_TIRES = 4

interface PartTire {
  product: Product
  tire: Tire
  /** `Front` or `Rear`; empty where all tires have one size. */
  axle: string
}

/** Returns the different tires of the parts; the members of a group of two sizes are front and rear, in their order. */
export function tiresOfParts({ bundle, associated }: Parts): PartTire[] {
  const parts = [...bundle.flatMap(({ links }) => links), ...associated]
  const tires = parts.flatMap(({ offer: { product } }) =>
    product.tire ? [{ product, tire: product.tire }] : [],
  )
  const sizes = [...new Set(tires.map(({ tire }) => tire.size))]
  const isStaggered = associated.length > 0 && sizes.length === 2
  return tires.slice(0, MAX_TIRES).map((part) => ({
    ...part,
    axle: isStaggered ? (part.tire.size === sizes[0] ? 'Front' : 'Rear') : '',
  }))
}

export function PartsFacts({ parts, now }: { parts: Parts; now: number }) {
  const tires = tiresOfParts(parts)
  if (tires.length === 0) return null
  const rows: [name: string, text: (tire: Tire) => string][] = [
    ['Size', sizeAndIndex],
    ['Condition', ({ condition }) => conditionLabel(condition)],
    ['Season', ({ season }) => seasonLabel(season)],
    ['Load', ({ tireLoad }) => (tireLoad > 0 ? `${loadLabel(tireLoad)} per tire` : '–')],
    ['Speed', (tire) => formatSpeed(tire) || '–'],
    ['Made', ({ dot }) => tireAge(dot, now)?.text.replace(/^Made w/, 'W') ?? '–'],
    ['Run flat', ({ runFlat }) => (runFlat ? 'Yes' : 'No')],
  ]
  return (
    <section className="section wrap" aria-labelledby="parts">
      <div className="chapter">
        <h2 className="t-40" id="parts">
          {tires.some(({ axle }) => axle) ? 'Front and rear' : 'The tires'}
        </h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table */}
      <section className="parts-scroll" tabIndex={0} aria-label="Specifications of the tires">
        <table className="parts">
          <thead>
            <tr>
              <td />
              {tires.map(({ product, axle }) => (
                <th key={product.sku} scope="col">
                  {axle ? <span className="cond t-22">{axle}</span> : null}
                  <a href={productHref(product)}>{productTitle(product)}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Tread left</th>
              {tires.map(({ product, tire }) => (
                <td key={product.sku}>
                  <TreadGauge left={tire.treadDepth} full={tire.treadNew} />
                </td>
              ))}
            </tr>
            {rows.map(([name, text]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {tires.map(({ product, tire }) => (
                  <td key={product.sku}>{text(tire)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
