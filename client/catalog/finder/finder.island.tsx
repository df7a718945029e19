import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { FinderSize, FinderView } from '../../../schema/catalog/finder/finder.ts'
import type { CarStep, CarView } from '../../../schema/catalog/vehicle/vehicle.ts'
import { paths } from '../../../schema/paths.ts'
import { opensElsewhere } from '../../platform/islands/opens-elsewhere.ts'
import { classNames } from '../../platform/ui/class-names.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { FinderByCar } from '../vehicle/finder-car.tsx'
import { savedVehicleAnswers } from '../vehicle/saved-vehicle.store.ts'
import { useCarWizard } from '../vehicle/use-car-wizard.ts'
import { type FinderMode, readFinder, storeFinder } from './finder.store.ts'
import { FinderBySize } from './finder-size.tsx'
import { FinderTabs, panelId, tabId } from './finder-tabs.tsx'
import { useSizeFinder } from './use-size-finder.ts'

/** The first choices of the search by car. */
export interface FinderCars {
  years: CarView['years']
  /** Links for browsers without script; empty where the page lists the makes itself. */
  makes: readonly CarStep[]
}

interface FinderProps {
  view: FinderView
  /** `null` when the shop has no cars: then only the search by size is shown. */
  cars: FinderCars | null
  /** `hero` is the large form of the home page, `page` the smaller one of other pages. */
  size?: 'hero' | 'page'
  mode?: FinderMode
}

/** Checks whether the current history entry is that of the open popup; Back then closes it. */
const isPopupEntry = () => (history.state as { finder?: unknown } | null)?.finder === true

function isSameSize(one: FinderSize, other: FinderSize | null): boolean {
  return one.width === other?.width && one.aspect === other.aspect && one.rim === other.rim
}

function Makes({ makes }: { makes: readonly CarStep[] }) {
  return (
    <div className="finder-makes">
      <h2 className="t-28">By car</h2>
      <ul className="chips">
        {makes.map(({ label, slug }) => (
          <li key={slug}>
            <a className="chip" href={`${paths.cars}/${slug}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Renders the links that open the popup on a phone; without script they lead to pages. */
function FinderOpeners({
  chosen,
  first,
  hasCars,
  onOpen,
}: {
  chosen: FinderSize | null
  first: FinderMode
  hasCars: boolean
  onOpen: (event: MouseEvent, mode: FinderMode) => void
}) {
  return (
    <div className="finder-open">
      {chosen && first === 'size' ? (
        <a className="finder-shown" href={paths.sizes} onClick={(event) => onOpen(event, 'size')}>
          <span className="finder-number">
            {chosen.width}
            <b>/</b>
            {chosen.aspect}
            <b>R</b>
            {chosen.rim}
          </span>
          <span className="button buy big">Find by size</span>
        </a>
      ) : null}
      {hasCars ? (
        <a
          className={classNames('button big', first === 'car' && 'buy')}
          href={paths.cars}
          onClick={(event) => onOpen(event, 'car')}
        >
          Find by car
        </a>
      ) : null}
    </div>
  )
}

/**
 * Renders the search by size and by car. On a phone it is a popup, which Back closes and which is open again after
 * returning from the list. Without script it is a form for the size and links for the car.
 */
export default function Finder({ view, cars, size = 'hero', mode: first = 'size' }: FinderProps) {
  const [mode, setMode] = useState(first)
  const [popup, setPopup] = useState(false)
  const [touched, setTouched] = useState(false)
  const bySize = useSizeFinder(view)
  const byCar = useCarWizard(cars?.years ?? [])
  const restored = useRef({ page: false, car: false })

  useEffect(() => {
    const follow = () => setPopup(isPopupEntry())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  // Restores the last state once; the answers about the car only when the tab of the car is shown.
  useEffect(() => {
    const isFirst = !restored.current.page
    const isCarFirst = mode === 'car' && !restored.current.car
    if (!isFirst && !isCarFirst) return
    const stored = readFinder()
    if (isFirst) {
      restored.current.page = true
      setPopup(isPopupEntry())
      if (stored?.size && !isSameSize(stored.size, view.chosen)) bySize.pick(stored.size)
      if (stored && (first === 'size' || isPopupEntry())) setMode(stored.mode)
    }
    if (isCarFirst) {
      restored.current.car = true
      const carAnswers = stored?.car.length ? stored.car : savedVehicleAnswers()
      if (carAnswers.length > 0) byCar.load(carAnswers)
    }
  })
  const { answers } = byCar
  const { chosen } = bySize
  useEffect(() => {
    if (touched) storeFinder({ mode, size: chosen, car: [...answers] })
  }, [touched, mode, chosen, answers])

  function show(next: FinderMode): void {
    setTouched(true)
    setMode(next)
  }
  function open(event: MouseEvent, next: FinderMode): void {
    if (opensElsewhere(event)) return
    event.preventDefault()
    show(next)
    setPopup(true)
    history.pushState({ ...history.state, finder: true }, '')
  }
  function close(): void {
    if (isPopupEntry()) history.back()
    else setPopup(false)
  }

  const go = (href: string) => location.assign(href)
  const shown = cars ? mode : 'size'
  const panel = (kind: FinderMode) =>
    cars
      ? { role: 'tabpanel', id: panelId(kind), 'aria-labelledby': tabId(kind), className: panelClass(kind) }
      : {}
  const panelClass = (kind: FinderMode) => classNames('finder-panel', shown === kind && 'is-shown')
  const body = (
    <div className={size === 'hero' ? 'finder' : 'finder finder-page'} onChange={() => setTouched(true)}>
      {cars ? <FinderTabs mode={shown} onMode={show} /> : null}
      <div {...panel('size')}>
        <FinderBySize state={bySize} onFind={go} />
      </div>
      {cars ? (
        <div {...panel('car')}>
          {shown === 'car' ? <FinderByCar state={byCar} onFind={go} /> : null}
          {cars.makes.length > 0 ? <Makes makes={cars.makes} /> : null}
        </div>
      ) : null}
    </div>
  )
  return (
    <>
      <FinderOpeners chosen={chosen} first={first} hasCars={cars !== null} onOpen={open} />
      {popup ? null : <div className="finder-inline">{body}</div>}
      <Dialog open={popup} onClose={close} title="Find your tires" closeLabel="Close">
        <div className="finder-popup">{body}</div>
      </Dialog>
    </>
  )
}
