/** What a page shows of the saved car: the line above a list, a mark on each card that fits, the pressed "my car". */

import * as v from 'valibot'
import { checkFitment, type FitmentResult } from '../../../schema/catalog/vehicle/fitment.ts'
import { formatVehicle, SAVED_VEHICLE, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { paths, vehicleHref } from '../../../schema/paths.ts'
import { createElement } from '../../platform/create-element.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { LISTING_UPDATED } from '../listing/listing-updated.ts'
import {
  clearSavedVehicle,
  onSavedVehicleChange,
  readSavedVehicle,
  saveVehicle,
} from './saved-vehicle.store.ts'

const MARKS: Record<Exclude<FitmentResult['fits'], 'no'>, string> = {
  all: 'Fits your car',
  front: 'Fits the front',
  rear: 'Fits the rear',
}

let started = false

/** Shows the car, and keeps what is shown right from then on. */
export function initSavedVehicle(): void {
  paint()
  if (started) return
  started = true
  onSavedVehicleChange(paint)
  document.addEventListener(LISTING_UPDATED, paint)
}

/** "This is my car" was pressed: the car is stored, or let go if it was the one. */
export function toggleSavedVehicle(button: HTMLElement): void {
  const car = carOn(button)
  if (!car) return
  initSavedVehicle()
  if (isSame(car, readSavedVehicle())) {
    clearSavedVehicle()
    showToast({ message: `${formatVehicle(car)} is not kept any more.`, type: 'success' })
  } else if (saveVehicle(car)) {
    showToast({
      message: `${formatVehicle(car)} is your car now. Tires that fit it are marked.`,
      type: 'success',
    })
  } else {
    showToast({ message: 'This browser keeps nothing, so the car can not be remembered.', type: 'error' })
  }
}

/** The car that a button stands for. */
function carOn(button: HTMLElement): SavedVehicle | null {
  const read = v.safeParse(SAVED_VEHICLE, JSON.parse(button.dataset.car ?? 'null'))
  return read.success ? read.output : null
}

/** Both were parsed, so their parts come in one order. */
function isSame(one: SavedVehicle | null, other: SavedVehicle | null): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other)
}

function paint(): void {
  const car = readSavedVehicle()
  for (const button of document.querySelectorAll<HTMLElement>('[data-car]')) {
    button.setAttribute('aria-pressed', String(isSame(carOn(button), car)))
  }
  for (const line of document.querySelectorAll<HTMLElement>('[data-my-car]')) paintLine(line, car)
  for (const card of document.querySelectorAll<HTMLElement>('.card')) paintMark(card, car)
}

/** What the server wrote into a line, for when the car is forgotten. */
const asked = new WeakMap<HTMLElement, Node[]>()

function paintLine(line: HTMLElement, car: SavedVehicle | null): void {
  if (!asked.has(line)) asked.set(line, [...line.childNodes])
  if (!car) {
    line.replaceChildren(...(asked.get(line) ?? []))
    return
  }
  const forget = createElement('button', 'Forget', 'text-button')
  forget.type = 'button'
  forget.addEventListener('click', () => {
    clearSavedVehicle()
    line.querySelector('a')?.focus({ preventScroll: true })
  })
  const name = createElement('span', '', 'my-car-name')
  name.append(createElement('span', 'Your car: ', 'my-car-label'), link(formatVehicle(car), vehicleHref(car)))
  line.replaceChildren(name, link('Change', paths.cars), forget)
}

function paintMark(card: HTMLElement, car: SavedVehicle | null): void {
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
  const made = createElement('a', text, 'text-button')
  made.href = href
  return made
}
