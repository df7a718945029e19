/** The picture of a bundle or a group in a list, whose parts a list does not read: drawings of the sizes in its name. */
import { type TireRecord, toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import { parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { pictureHref } from '../images/picture-address.ts'

const SIZE = /\b(?:P|LT)?\d{3}\/\d{2}Z?R\d{2}(?:\.5)?\b/g

/** Returns a tire without a name for each size in the name: `… 225/45R17 front and 245/40R17 rear` has two. */
export function tiresInName(name: string): TireRecord[] {
  return [...new Set(name.match(SIZE) ?? [])].slice(0, 2).flatMap((text) => {
    const size = parseTireSize(text)
    if (!size) return []
    const { width: section, aspect, rim } = size
    return {
      brand: '',
      model: '',
      season: 'All seasons',
      pattern: 'touring',
      section,
      aspect,
      rim,
      size: text,
      treadDepth: 10,
      treadNew: 10,
    }
  })
}

export function ComposedPicture({ name }: { name: string }) {
  const tires = tiresInName(name)
  if (tires.length === 0) return <div className="card-picture card-blank" />
  return (
    <div className={tires.length > 1 ? 'card-picture card-picture-two' : 'card-picture'}>
      {tires.map((tire, index) => (
        <picture key={tire.size}>
          <img
            src={pictureHref(toAppearance(tire), 'three-quarter', 350)}
            alt={`Drawing of a tire in ${tire.size}${tires.length > 1 ? (index === 0 ? ', front' : ', rear') : ''}`}
            width={350}
            height={350}
            loading="lazy"
            decoding="async"
          />
        </picture>
      ))}
    </div>
  )
}
