/** The dialog for the delivery location: a ZIP code with suggestions, or a lookup by IP address. */
import { type FormEvent, useEffect, useReducer, useRef } from 'react'
import type { Root } from 'react-dom/client'
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
import { createDialogRoot } from '../../platform/islands/dialog-root.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { readLocation, saveLocation } from './location.store.ts'
import { geolocateByIp } from './location-lookup.ts'
import { ZIP_KEY } from './zip-key.store.ts'

interface ZipDocument {
  zip_code: string
  city: string
  state: string
}

/** Returns locations whose ZIP code begins with `prefix`, or the message of a failed search. */
async function fetchSuggestions(prefix: string): Promise<Location[] | string> {
  const response = await fetch('/api/catalog', {
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
  const reply: { items?: ZipDocument[]; offline?: boolean } | null = response?.ok
    ? await response.json().catch(() => null)
    : null
  if (reply?.offline) return NETWORK_MESSAGES.offline
  if (!reply?.items) return GEO_MESSAGES.failed
  return reply.items.map(({ zip_code: zip, city, state }) => ({ zip, city, state }))
}

type Update = (state: LocationState) => LocationState
const reduce = (state: LocationState, update: Update) => update(state)

/** Requests suggestions after a pause in typing. */
function useZipSuggestions(typed: string, dispatch: (update: Update) => void): void {
  useEffect(() => {
    const prefix = suggestPrefix(typed)
    if (prefix === null) return
    const timer = setTimeout(async () => {
      const suggestions = await fetchSuggestions(prefix)
      dispatch((now) => withSuggestions(now, prefix, suggestions))
    }, SUGGEST_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, dispatch])
}

/**
 * Hydrates the islands that wait for a ZIP code by a synthetic `pointerover`. Importing the hydration module here would
 * split it from the first load's file.
 */
function hydrateZipIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>(`[data-when="stored:${ZIP_KEY}"]`)) {
    island.dispatchEvent(new Event('pointerover'))
  }
}

interface SuggestionListProps {
  locations: readonly Location[]
  onChoose: (zip: string) => void
}

function SuggestionList({ locations, onChoose }: SuggestionListProps) {
  if (locations.length === 0) return null
  return (
    <ul className="place-list" aria-label="Places">
      {locations.map(({ zip, city, state }) => (
        <li key={zip}>
          <button type="button" className="place-item" onClick={() => onChoose(zip)}>
            <strong>{zip}</strong> {city}, {state}
          </button>
        </li>
      ))}
    </ul>
  )
}

function LocationDialog({ turn }: { turn: number }) {
  const [state, dispatch] = useReducer(reduce, null, () => initialLocationState(readLocation()))
  const field = useRef<HTMLInputElement>(null)
  const { suggest, error, loading } = state

  // Each press of the link opens the dialog with a fresh state.
  useEffect(() => {
    if (turn > 0) dispatch((now) => (now.shown ? now : togglePopup(initialLocationState(readLocation()))))
  }, [turn])

  // A shopper who opened the dialog by keyboard can type at once.
  useEffect(() => {
    if (state.shown) field.current?.focus()
  }, [state.shown])

  useZipSuggestions(suggest.value, dispatch)

  function select(location: Location): void {
    saveLocation(location)
    dispatch((now) => togglePopup(withSelection(now, location)))
    hydrateZipIslands()
    const { city, state: code, zip } = location
    showToast({ message: `We deliver to ${city}, ${code} ${zip}.`, type: 'success' })
  }
  function fail(message: string): void {
    dispatch((now) => withError(now, message))
    field.current?.focus()
  }
  async function choose(zip: string): Promise<void> {
    const typo = firstMessage(zip, FIELD_RULES.zipCode)
    // A text with letters may be a Canadian postcode; the server then replies with the reason.
    if (typo && !/[a-z]/i.test(zip)) return fail(typo)
    dispatch(detecting)
    const reply = await callApi<Location>(`/api/ext/place?${new URLSearchParams({ zip })}`)
    if (reply.ok) select({ ...reply.value, zip: reply.value.zip.slice(0, 5) })
    else fail(reply.message)
  }
  async function locate(): Promise<void> {
    dispatch(detecting)
    const result = await geolocateByIp()
    if ('location' in result) select(result.location)
    else fail(result.problem)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!loading) void choose(suggest.value.trim())
  }
  return (
    <Dialog
      open={state.shown}
      onClose={() => dispatch((now) => (now.shown ? togglePopup(now) : now))}
      title="Where should we deliver?"
      closeLabel="Close"
    >
      <form className="place" onSubmit={submit} noValidate>
        {state.selected ? (
          <p>
            Currently: {state.selected.city}, {state.selected.state} {state.selected.zip}
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
          onChange={({ target: { value } }) => dispatch((now) => withTypedZip(now, value))}
          error={error ?? suggest.error}
        />
        <SuggestionList locations={suggest.items} onChoose={(zip) => void choose(zip)} />
        <p className="visually-hidden" role="status">
          {error ?? suggest.error ?? (suggest.items.length > 0 ? `${suggest.items.length} places` : '')}
        </p>
        <div className="button-row">
          <Button type="submit" kind="buy" busy={loading}>
            Deliver here
          </Button>
          <Button onClick={() => void locate()} busy={loading}>
            Use my location
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

let root: Root | undefined
let turns = 0

/** Opens the dialog in a React root of its own, which is created at the first call. */
export function openLocationDialog(): void {
  root ??= createDialogRoot('place-dialog')
  turns += 1
  root.render(<LocationDialog turn={turns} />)
}
