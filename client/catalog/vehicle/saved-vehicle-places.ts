/** Shows the saved car where no list is: on the home page, beside the button "Add", in the comparison and in suggestions. */
import type { SuggestionGroup, Suggestions } from '../../../schema/catalog/search/suggest.api.ts'
import { sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import { fitValue } from '../../../schema/catalog/vehicle/fit-value.ts'
import { checkFitment, type FittingTire } from '../../../schema/catalog/vehicle/fitment.ts'
import type { FittingList } from '../../../schema/catalog/vehicle/fitting.api.ts'
import {
  type FitmentAxle,
  formatVehicle,
  type SavedVehicle,
} from '../../../schema/catalog/vehicle/vehicle.ts'
import { vehicleFit } from '../../../schema/catalog/vehicle/vehicle-fit.ts'
import { paths, vehicleHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { createElement } from '../../platform/create-element.ts'
import { chosenTires } from './chosen-tires.ts'
import { readSavedVehicle } from './saved-vehicle.store.ts'

/** The server's content of each place, restored when the car is cleared. */
const originals = new WeakMap<HTMLElement, Node[]>()

/** Fills every element that `selector` finds for the car, or puts the server's content back. */
export function renderPlaces(
  selector: string,
  car: SavedVehicle | null,
  fill: (place: HTMLElement, car: SavedVehicle) => void,
): void {
  for (const place of document.querySelectorAll<HTMLElement>(selector)) {
    if (!originals.has(place)) originals.set(place, [...place.childNodes])
    if (car) fill(place, car)
    else place.replaceChildren(...(originals.get(place) ?? []))
  }
}

/** Shows the car in all of these places. */
export function renderVehiclePlaces(car: SavedVehicle | null): void {
  renderPlaces('[data-home-car]', car, fillHome)
  renderPlaces('[data-buy-fit]', car, fillBuyFit)
  renderPlaces('[data-compare-fit]', car, fillCompareCell)
}

/** Asks the server how much of a list fits; `null` for a page that is no list, and without a connection. */
export async function fetchFitting(
  path: string,
  query: string,
  fits: readonly string[],
): Promise<FittingList | null> {
  const fields = new URLSearchParams({ path, query })
  for (const fit of fits) fields.append('fit', fit)
  const response = await fetch(`/api/ext/fitting?${fields}`).catch(() => null)
  const reply = response?.ok ? await response.json().catch(() => null) : null
  return (reply as Reply<FittingList> | null)?.result ?? null
}

function fillHome(place: HTMLElement, car: SavedVehicle): void {
  const heading = createElement('h2', '', 'home-car-name')
  heading.append(link(`Tires for your ${formatVehicle(car)}`, vehicleHref(car)))
  const { front, rear } = car.fitment
  const sizes = createElement('ul', '', 'home-car-sizes')
  sizes.append(sizeItem(front, rear ? 'Front' : ''), ...(rear ? [sizeItem(rear, 'Rear')] : []))
  const change = link('Change car', paths.cars)
  change.className = 'text-button t-14'
  change.dataset.chooseCar = ''
  const last = createElement('li', '')
  last.append(change)
  sizes.append(last)
  place.replaceChildren(heading, sizes)
}

function sizeItem(axle: FitmentAxle, name: string): HTMLLIElement {
  const item = createElement('li', '')
  const list = link('', sizeHref(axle.size))
  const count = createElement('span', '', 'quiet t-14')
  list.append(
    ...(name ? [createElement('span', `${name} `, 't-14')] : []),
    createElement('b', axle.size),
    ' ',
    count,
  )
  item.append(list)
  void fetchFitting(sizeHref(axle.size), '', [fitValue(axle)]).then((found) => {
    count.textContent = found?.fitting
      ? `${formatQuantity(found.fitting, 'tire')} that fit`
      : 'None in stock today'
    if (found?.fitting) list.href = found.href
  })
  return item
}

function fillBuyFit(place: HTMLElement, car: SavedVehicle): void {
  const form = document.getElementById('buy')
  if (!(form instanceof HTMLFormElement)) return
  const show = () => {
    const fit = vehicleFit(car, chosenTires(form))
    place.classList.toggle('oxide', fit?.isProblem === true)
    place.textContent = fit?.text ?? ''
  }
  show()
  // Replaced with every car; without one nothing follows the choice.
  form.onchange = () => readSavedVehicle() && show()
}

function fillCompareCell(cell: HTMLElement, car: SavedVehicle): void {
  const tire = JSON.parse(cell.dataset.compareFit ?? 'null') as FittingTire | null
  const fit = tire && vehicleFit(car, [tire])
  const axle = tire ? checkFitment(car.fitment, tire).fits : 'no'
  const answer = axle === 'front' ? 'Front only' : axle === 'rear' ? 'Rear only' : 'Yes'
  cell.textContent = fit ? (fit.isProblem ? 'No. ' : answer) : 'Maybe'
  if (fit?.isProblem) cell.append(createElement('span', fit.reason, 't-14 quiet'))
}

/** Returns the suggestions with the tires that fit the car first, each with a word about its fit. */
export function suggestionsFor(car: SavedVehicle, { groups, ...answer }: Suggestions): Suggestions {
  return { ...answer, groups: groups.map((group) => withFit(car, group)) }
}

function withFit(car: SavedVehicle, { items, ...group }: SuggestionGroup): SuggestionGroup {
  const own = [car.fitment.front, car.fitment.rear].flatMap((axle) => (axle ? [sizeHref(axle.size)] : []))
  const marked = items.map((item) => {
    const fit = item.tire && vehicleFit(car, [item.tire])
    const word = own.includes(item.href) ? 'your size' : fit ? (fit.isProblem ? 'doesn’t fit' : 'fits') : ''
    const note = [item.note, word].filter(Boolean).join(', ')
    return { rank: word === 'doesn’t fit' ? 2 : word === '' ? 1 : 0, item: { ...item, note } }
  })
  return { ...group, items: marked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item) }
}

function link(text: string, href: string): HTMLAnchorElement {
  const anchor = createElement('a', text)
  anchor.href = href
  return anchor
}
