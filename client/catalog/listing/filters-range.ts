/** Keeps the slider and the number fields of a range filter in sync (worker/catalog/listing/filter-range.tsx). Plain DOM. */
import { RANGE_FILTERS, type RangeFilter } from '../../../schema/catalog/listing/listing.ts'
import { rangeBoundError } from '../../../schema/catalog/listing/listing-filters.ts'

interface Parts {
  filter: RangeFilter
  thumb(end: string): HTMLInputElement | null
  field(end: string): HTMLInputElement | null
  error: HTMLElement | null
  fill: SVGRectElement | null
}

function findParts(input: HTMLElement): Parts | null {
  const range = input.closest<HTMLElement>('[data-range]')
  const filter = range?.dataset.range
  if (!range || filter === undefined || !(filter in RANGE_FILTERS)) return null
  const find = (type: string, end: string) =>
    range.querySelector<HTMLInputElement>(`input[type=${type}][data-end=${end}]`)
  return {
    filter: filter as RangeFilter,
    thumb: (end) => find('range', end),
    field: (end) => find('number', end),
    error: range.querySelector('.field-error'),
    fill: range.querySelector('rect'),
  }
}

/** Draws the line between the thumbs; raises the left thumb in the right half, where the other one could cover it. */
function drawFill({ filter, thumb, fill }: Parts): void {
  const from = Number(thumb('from')?.value)
  const { min, max } = RANGE_FILTERS[filter]
  thumb('from')?.classList.toggle('on-top', from > (min + max) / 2)
  fill?.setAttribute('x', String(from))
  fill?.setAttribute('width', String(Math.max(0, Number(thumb('to')?.value) - from)))
}

/** Stops a moved thumb at the other one and copies its number into its field; the field is empty at the end of the scale. */
export function syncRangeInputs(input: HTMLInputElement): void {
  const parts = findParts(input)
  const end = input.dataset.end
  if (!parts || end === undefined) return
  const other = parts.thumb(end === 'from' ? 'to' : 'from')
  const [value, limit] = [Number(input.value), Number(other?.value)]
  if (end === 'from' ? value > limit : value < limit) input.value = String(limit)
  const { min, max } = RANGE_FILTERS[parts.filter]
  const field = parts.field(end)
  if (field) field.value = Number(input.value) === (end === 'from' ? min : max) ? '' : input.value
  drawFill(parts)
}

/** Moves the thumbs to the numbers in the fields. */
export function renderRange(input: HTMLInputElement): void {
  const parts = findParts(input)
  if (!parts) return
  const { min, max } = RANGE_FILTERS[parts.filter]
  for (const [end, open] of [
    ['from', min],
    ['to', max],
  ] as const) {
    const thumb = parts.thumb(end)
    if (thumb) thumb.value = parts.field(end)?.value || String(open)
  }
  drawFill(parts)
}

/** Checks whether a typed bound is valid; otherwise shows its message below it. */
export function validateBound(input: HTMLInputElement): boolean {
  const parts = findParts(input)
  if (!parts) return true
  // The value of a field with an invalid number is empty; `badInput` distinguishes the two cases.
  const problem = rangeBoundError(parts.filter, input.validity.badInput ? '?' : input.value)
  const { error } = parts
  if (error) {
    error.hidden = problem === null
    error.textContent = problem
  }
  if (problem === null) input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
  return problem === null
}
