/** Where to deliver, as a popup on any page: a ZIP code with suggestions, or the network's word. */
import { type FormEvent, useEffect, useReducer, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import {
  detecting,
  GEO_MESSAGES,
  initialLocationState,
  type Location,
  type LocationState,
  MAX_SUGGESTED_ZIPS,
  SUGGEST_PAUSE_MS,
  suggestPrefix,
  togglePopup,
  withError,
  withSelection,
  withSuggestions,
  withTypedZip,
} from '../../../schema/identity/location/geolocation.ts'
import { FIELD_RULES, firstMessage } from '../../../schema/platform/forms/field.ts'
import { callApi, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { readLocation, saveLocation } from './location.store.ts'
import { geolocateByIp } from './location-lookup.ts'
import { ZIP_KEY } from './zip-key.store.ts'

interface Found {
  zip_code: string
  city: string
  state: string
}

/** Places whose ZIP code begins with `prefix`, from the search that every client of the catalog has. */
async function suggestions(prefix: string): Promise<Location[] | string> {
  const answer = await fetch('/api/catalog', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      type: 'zipcode',
      searchQuery: {
        _appliedFilters: [{ attribute: 'zip_code', value: { like: prefix }, scope: 'default' }],
      },
      size: MAX_SUGGESTED_ZIPS,
      from: 0,
    }),
  }).catch(() => null)
  const reply: { items?: Found[]; offline?: boolean } | null = answer?.ok
    ? await answer.json().catch(() => null)
    : null
  if (reply?.offline) return NETWORK_MESSAGES.offline
  if (!reply?.items) return GEO_MESSAGES.failed
  return reply.items.map(({ zip_code: zip, city, state }) => ({ zip, city, state }))
}

const step = (state: LocationState, change: (state: LocationState) => LocationState) => change(state)

/** Asks for suggestions once nothing was typed for a moment. */
function useZipSuggestions(
  typed: string,
  change: (act: (state: LocationState) => LocationState) => void,
): void {
  useEffect(() => {
    const prefix = suggestPrefix(typed)
    if (prefix === null) return
    const timer = setTimeout(async () => {
      const answer = await suggestions(prefix)
      change((now) => withSuggestions(now, prefix, answer))
    }, SUGGEST_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, change])
}

/**
 * Wakes what waits for a ZIP code, by a touch: the module that hydrates, asked for here too, would become a file apart
 * from the first load's.
 */
function wakeZipIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>(`[data-when="stored:${ZIP_KEY}"]`)) {
    island.dispatchEvent(new Event('pointerover'))
  }
}

function PlaceList({ places, onChoose }: { places: readonly Location[]; onChoose: (zip: string) => void }) {
  if (places.length === 0) return null
  return (
    <ul className="place-list" aria-label="Places">
      {places.map(({ zip, city, state }) => (
        <li key={zip}>
          <button type="button" className="place-item" onClick={() => onChoose(zip)}>
            <strong>{zip}</strong> {city}, {state}
          </button>
        </li>
      ))}
    </ul>
  )
}

function PlacePopup({ turn }: { turn: number }) {
  const [state, change] = useReducer(step, null, () => initialLocationState(readLocation()))
  const field = useRef<HTMLInputElement>(null)
  const { suggest, error, loading } = state

  // Each press of the button opens the popup anew.
  useEffect(() => {
    if (turn > 0) change((now) => (now.shown ? now : togglePopup(initialLocationState(readLocation()))))
  }, [turn])

  // Who opens it by keyboard types at once.
  useEffect(() => {
    if (state.shown) field.current?.focus()
  }, [state.shown])

  useZipSuggestions(suggest.value, change)

  function take(place: Location): void {
    saveLocation(place)
    change((now) => togglePopup(withSelection(now, place)))
    wakeZipIslands()
    showToast({ message: `We deliver to ${place.city}, ${place.state} ${place.zip}.`, type: 'success' })
  }
  function fail(message: string): void {
    change((now) => withError(now, message))
    field.current?.focus()
  }
  async function choose(zip: string): Promise<void> {
    const typo = firstMessage(zip, FIELD_RULES.zipCode)
    // What is no ZIP code may still be a postcode of Canada, and the server says so.
    if (typo && !/[a-z]/i.test(zip)) return fail(typo)
    change(detecting)
    const answer = await callApi<Location>(`/api/ext/place?${new URLSearchParams({ zip })}`)
    if (answer.ok) take({ ...answer.value, zip: answer.value.zip.slice(0, 5) })
    else fail(answer.message)
  }
  async function locate(): Promise<void> {
    change(detecting)
    const found = await geolocateByIp()
    if ('place' in found) take(found.place)
    else fail(found.problem)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!loading) void choose(suggest.value.trim())
  }
  return (
    <Dialog
      open={state.shown}
      onClose={() => change((now) => (now.shown ? togglePopup(now) : now))}
      title="Where do we deliver?"
      closeLabel="Close"
    >
      <form className="place" onSubmit={submit} noValidate>
        {state.selected ? (
          <p>
            Now: {state.selected.city}, {state.selected.state} {state.selected.zip}
          </p>
        ) : null}
        <Field
          name="zip"
          id="place-zip"
          label="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          ref={field}
          value={suggest.value}
          onChange={({ target: { value } }) => change((now) => withTypedZip(now, value))}
          error={error ?? suggest.error}
        />
        <PlaceList places={suggest.items} onChoose={(zip) => void choose(zip)} />
        <p className="visually-hidden" role="status">
          {error ?? suggest.error ?? (suggest.items.length > 0 ? `${suggest.items.length} places` : '')}
        </p>
        <div className="button-row">
          <Button type="submit" kind="buy" busy={loading}>
            Deliver here
          </Button>
          <Button onClick={() => void locate()} busy={loading}>
            Find me by my connection
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

let root: Root | undefined
let turns = 0

export function openLocationDialog(): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')), {
    identifierPrefix: 'place-dialog-',
  })
  turns += 1
  root.render(<PlacePopup turn={turns} />)
}
