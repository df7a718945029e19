import type { Product, ProductType } from './product.ts'

const DRAWINGS: Partial<Record<ProductType, string>> = {
  virtual: 'plan',
  downloadable: 'guide',
  simple: 'kit',
}

/** Returns the address of the drawing of a plan, a guide or a kit; `null` for tires and for products that consist of tires. */
export function extraPicture({ type, tire }: Pick<Product, 'type' | 'tire'>): string | null {
  const name = tire ? undefined : DRAWINGS[type]
  return name ? `/drawings/${name}.svg` : null
}
