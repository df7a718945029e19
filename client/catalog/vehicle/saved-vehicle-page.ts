/** What a page shows of the kept car: the line above a list, a mark on each card that fits, the pressed "my car". */
import * as v from 'valibot'
import { type Fit, fitOf } from '../../../schema/catalog/vehicle/fitment.ts'
import { CHOSEN_CAR, type ChosenCar, carText } from '../../../schema/catalog/vehicle/vehicle.ts'
import { carHref, paths } from '../../../schema/paths.ts'
import { notify } from '../../platform/ui/toast.ts'
import { SWAPPED } from '../listing/listing-updated.ts'
import { forgetCar, keepCar, onCar, readCar } from './saved-vehicle.store.ts'

const MARKS: Record<Exclude<Fit['fits'], 'no'>, string> = {
  all: 'Fits your car',
  front: 'Fits the front',
  rear: 'Fits the rear',
}

let started = false

/** Shows the car, and keeps what is shown right from then on. */
export function startMyCar(): void {
  paint()
  if (started) return
  started = true
  onCar(paint)
  document.addEventListener(SWAPPED, paint)
}

/** "This is my car" was pressed: the car is kept, or let go if it was the one. */
export function press(button: HTMLElement): void {
  const car = carOn(button)
  if (!car) return
  startMyCar()
  if (isSame(car, readCar())) {
    forgetCar()
    notify({ message: `${carText(car)} is not kept any more.`, type: 'success' })
  } else if (keepCar(car)) {
    notify({ message: `${carText(car)} is your car now. Tires that fit it are marked.`, type: 'success' })
  } else {
    notify({ message: 'This browser keeps nothing, so the car can not be remembered.', type: 'error' })
  }
}

/** The car that a button stands for. */
function carOn(button: HTMLElement): ChosenCar | null {
  const read = v.safeParse(CHOSEN_CAR, JSON.parse(button.dataset.car ?? 'null'))
  return read.success ? read.output : null
}

/** Both were parsed, so their parts come in one order. */
function isSame(one: ChosenCar | null, other: ChosenCar | null): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other)
}

function paint(): void {
  const car = readCar()
  for (const button of document.querySelectorAll<HTMLElement>('[data-car]')) {
    button.setAttribute('aria-pressed', String(isSame(carOn(button), car)))
  }
  for (const line of document.querySelectorAll<HTMLElement>('[data-my-car]')) paintLine(line, car)
  for (const card of document.querySelectorAll<HTMLElement>('.card')) paintMark(card, car)
}

/** What the server wrote into a line, for when the car is forgotten. */
const asked = new WeakMap<HTMLElement, Node[]>()

function paintLine(line: HTMLElement, car: ChosenCar | null): void {
  if (!asked.has(line)) asked.set(line, [...line.childNodes])
  if (!car) {
    line.replaceChildren(...(asked.get(line) ?? []))
    return
  }
  const forget = element('button', 'Forget', 'text-button')
  forget.type = 'button'
  forget.addEventListener('click', () => {
    forgetCar()
    line.querySelector('a')?.focus({ preventScroll: true })
  })
  const name = element('span', '', 'my-car-name')
  name.append(element('span', 'Your car: ', 'my-car-label'), link(carText(car), carHref(car)))
  line.replaceChildren(name, link('Change', paths.cars), forget)
}

function paintMark(card: HTMLElement, car: ChosenCar | null): void {
  const { size, load, speed } = card.dataset
  card.querySelector('.card-fits')?.remove()
  if (!car || size === undefined) return
  const { fits } = fitOf(car.fitment, {
    size,
    tireLoad: load === undefined ? null : Number(load),
    tireSpeed: speed ?? null,
  })
  if (fits !== 'no') card.querySelector('.card-picture')?.append(element('span', MARKS[fits], 'card-fits'))
}

function link(text: string, href: string): HTMLAnchorElement {
  const made = element('a', text, 'text-button')
  made.href = href
  return made
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}
