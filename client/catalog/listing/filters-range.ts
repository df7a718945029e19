/** The slider of a range filter: thumbs and number fields follow each other (worker/catalog/listing/filter-range.tsx). Plain DOM. */
import { RANGE_FILTERS, type RangeFilter } from '../../../schema/catalog/listing/listing.ts'
import { rangeBoundError } from '../../../schema/catalog/listing/listing-filters.ts'

interface Parts {
  filter: RangeFilter
  thumb(end: string): HTMLInputElement | null
  field(end: string): HTMLInputElement | null
  error: HTMLElement | null
  fill: SVGRectElement | null
}

function partsOf(input: HTMLElement): Parts | null {
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

function fill({ filter, thumb, fill: rect }: Parts): void {
  const from = Number(thumb('from')?.value)
  const { min, max } = RANGE_FILTERS[filter]
  thumb('from')?.classList.toggle('on-top', from > (min + max) / 2)
  rect?.setAttribute('x', String(from))
  rect?.setAttribute('width', String(Math.max(0, Number(thumb('to')?.value) - from)))
}

/** A moved thumb stops at the other one; its field says the number, or nothing at the end of the scale. */
export function syncRangeInputs(input: HTMLInputElement): void {
  const parts = partsOf(input)
  const end = input.dataset.end
  if (!parts || end === undefined) return
  const other = parts.thumb(end === 'from' ? 'to' : 'from')
  const [value, limit] = [Number(input.value), Number(other?.value)]
  if (end === 'from' ? value > limit : value < limit) input.value = String(limit)
  const { min, max } = RANGE_FILTERS[parts.filter]
  const field = parts.field(end)
  if (field) field.value = Number(input.value) === (end === 'from' ? min : max) ? '' : input.value
  fill(parts)
}

/** Puts the thumbs where the fields are. */
export function renderRange(input: HTMLInputElement): void {
  const parts = partsOf(input)
  if (!parts) return
  const { min, max } = RANGE_FILTERS[parts.filter]
  for (const [end, open] of [
    ['from', min],
    ['to', max],
  ] as const) {
    const thumb = parts.thumb(end)
    if (thumb) thumb.value = parts.field(end)?.value || String(open)
  }
  fill(parts)
}

/** True when a typed bound can be asked for; otherwise its message stands below it. */
export function validateBound(input: HTMLInputElement): boolean {
  const parts = partsOf(input)
  if (!parts) return true
  // A field that holds no number at all reads as empty; the browser knows better.
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
