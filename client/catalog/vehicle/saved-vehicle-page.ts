/** Shows the saved car on a page: the line above a list, a mark on each card that fits, and the pressed button "my car". */

import * as v from 'valibot'
import type { Suggestions } from '../../../schema/catalog/search/suggest.api.ts'
import { fitProblems } from '../../../schema/catalog/vehicle/fit-problem.ts'
import { axlesOf, fitValue } from '../../../schema/catalog/vehicle/fit-value.ts'
import {
  checkFitment,
  type FitmentResult,
  type FittingTire,
} from '../../../schema/catalog/vehicle/fitment.ts'
import { formatVehicle, SAVED_VEHICLE, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { paths, vehicleHref } from '../../../schema/paths.ts'
import { formatCount } from '../../../schema/platform/count.ts'
import { createElement } from '../../platform/create-element.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { LISTING_UPDATED } from '../listing/listing-updated.ts'
import { chosenTires } from './chosen-tires.ts'
import {
  clearSavedVehicle,
  onSavedVehicleChange,
  readSavedVehicle,
  saveVehicle,
} from './saved-vehicle.store.ts'
import { fetchFitting, renderPlaces, renderVehiclePlaces, suggestionsFor } from './saved-vehicle-places.ts'

const MARKS: Record<Exclude<FitmentResult['fits'], 'no'>, string> = {
  all: 'Fits your car',
  front: 'Fits the front',
  rear: 'Fits the rear',
}

/** Resolves with true when the tires of the form fit the saved car, or the shopper adds them anyway. */
export async function passesFitGate(form: HTMLFormElement): Promise<boolean> {
  return mayAdd(chosenTires(form))
}

/** Resolves with true when these tires fit the saved car, or the shopper adds them anyway. */
export async function mayAdd(tires: readonly FittingTire[]): Promise<boolean> {
  const car = readSavedVehicle()
  const problems = car ? fitProblems(car.fitment, tires) : []
  if (!car || problems.length === 0) return true
  return import('./fit-dialog.tsx').then(({ askToAdd }) => askToAdd(car, problems))
}

/** Returns suggestions of the search with words about the saved car. */
export function markSuggestions(answer: Suggestions): Suggestions {
  const car = readSavedVehicle()
  return car ? suggestionsFor(car, answer) : answer
}

let started = false

/** Shows the car and updates the page whenever the car or the list changes. */
export function initSavedVehicle(): void {
  render()
  if (started) return
  started = true
  onSavedVehicleChange(render)
  document.addEventListener(LISTING_UPDATED, render)
}

/** Stores the car of a pressed button "This is my car", or clears it if it is the saved one. */
export function toggleSavedVehicle(button: HTMLElement): void {
  const car = readCar(button)
  if (!car) return
  initSavedVehicle()
  if (isSame(car, readSavedVehicle())) {
    clearSavedVehicle()
    showToast({ message: `${formatVehicle(car)} is no longer saved.`, type: 'success' })
  } else if (saveVehicle(car)) {
    showToast({
      message: `${formatVehicle(car)} saved. We’ll mark tires that fit.`,
      type: 'success',
    })
  } else {
    showToast({ message: 'Your browser isn’t saving data, so we can’t remember your car.', type: 'error' })
  }
}

/** Returns the car in the data of a button; `null` when it is invalid. */
function readCar(button: HTMLElement): SavedVehicle | null {
  const read = v.safeParse(SAVED_VEHICLE, JSON.parse(button.dataset.car ?? 'null'))
  return read.success ? read.output : null
}

/** Compares two cars as JSON: both were parsed, so their properties have the same order. */
function isSame(one: SavedVehicle | null, other: SavedVehicle | null): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other)
}

function render(): void {
  const car = readSavedVehicle()
  for (const button of document.querySelectorAll<HTMLElement>('[data-car]')) {
    button.setAttribute('aria-pressed', String(isSame(readCar(button), car)))
  }
  renderPlaces('[data-my-car]', car, renderLine)
  renderVehiclePlaces(car)
  for (const card of document.querySelectorAll<HTMLElement>('.card')) renderMark(card, car)
}

function renderLine(line: HTMLElement, car: SavedVehicle): void {
  const clearButton = createElement('button', 'Remove', 'text-button')
  clearButton.type = 'button'
  clearButton.addEventListener('click', () => {
    clearSavedVehicle()
    line.querySelector('a')?.focus({ preventScroll: true })
  })
  const name = createElement('span', '', 'my-car-name')
  name.append(createElement('span', 'Your car: ', 'my-car-label'), link(formatVehicle(car), vehicleHref(car)))
  const changeLink = link('Change', paths.cars)
  changeLink.dataset.chooseCar = ''
  line.replaceChildren(name, changeLink, clearButton)
  void renderFitting(name, car)
}

/** Replaces the car's name by how much of the list fits it, when the server has counted. */
async function renderFitting(name: HTMLElement, car: SavedVehicle): Promise<void> {
  const list = await fetchFitting(location.pathname, location.search, axlesOf(car.fitment).map(fitValue))
  if (!list || !name.isConnected) return
  const { total, fitting, href, isNarrowed } = list
  const yours = `your ${formatVehicle(car)}`
  name.className = 'my-car-fit'
  if (isNarrowed)
    name.replaceChildren(
      `${formatCount(fitting)} fit ${yours}. `,
      link(`Show all ${formatCount(total)}`, href),
    )
  else if (fitting === 0)
    name.replaceChildren(`None of these fit ${yours}. `, link('See tires that fit', vehicleHref(car)))
  else name.replaceChildren(link(`${formatCount(fitting)} of ${formatCount(total)} fit ${yours}`, href))
}

function renderMark(card: HTMLElement, car: SavedVehicle | null): void {
  const { size, load, speed } = card.dataset
  card.querySelector('.card-fits')?.remove()
  if (!car || size === undefined) return
  const { fits } = checkFitment(car.fitment, {
    size,
    tireLoad: load === undefined ? null : Number(load),
    tireSpeed: speed ?? null,
  })
  if (fits !== 'no')
    card.querySelector('.card-picture')?.append(createElement('span', MARKS[fits], 'card-fits'))
}

function link(text: string, href: string): HTMLAnchorElement {
  const anchor = createElement('a', text, 'text-button')
  anchor.href = href
  return anchor
}
