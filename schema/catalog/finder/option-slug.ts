/** An option value as it stands in URLs: `Driven Once` → `driven-once`. */
export function optionSlug(label: string): string {
  return label
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '')
}
