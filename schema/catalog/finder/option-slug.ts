/** Returns the form of an option value in URLs: `Driven Once` becomes `driven-once`. */
export function optionSlug(label: string): string {
  return label
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '')
}
