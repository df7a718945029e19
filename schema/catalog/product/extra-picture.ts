import type { Product } from './product.ts'

/** Returns the address of the drawing of a plan, mounting, a guide, a kit or a parcel; `null` for tires and for products that consist of tires. */
export function extraPicture({ type, tire, name }: Pick<Product, 'type' | 'tire' | 'name'>): string | null {
  if (tire) return null
  // The catalog has no attribute that says what a product without a tire is.
  if (type === 'virtual') return /\bmounting\b/i.test(name) ? '/drawings/mounting.svg' : '/drawings/plan.svg'
  if (type === 'downloadable') return '/drawings/guide.svg'
  if (type === 'simple') return /\bkit\b/i.test(name) ? '/drawings/kit.svg' : '/drawings/parcel.svg'
  return null
}
