import { useEffect, useRef, useState } from 'react'
import { listingHref, parseSearchUrl } from '../../../schema/catalog/listing/listing-url.ts'
import { EMPTY_TRUSTED_HTML } from '../../platform/trusted-types.ts'
import { filterOptionList, filterOptionLists, restoreOpenPanels } from './filter-search.ts'
import { renderRange, syncRangeInputs, validateBound } from './filters-range.ts'
import { abortListingNavigation, enhanceListing, navigateListing } from './listing-navigation.ts'
import { trapFocus } from './listing-panel.ts'

/** A thumb moved by arrow keys changes with every step; the list follows when it rests. Milliseconds. */
const REST_MS = 350

/** The address that the form asks for, in the one spelling that listings have. */
function addressOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)])
  return listingHref(new URL(form.action).pathname, parseSearchUrl(fields))
}

/** Makes the server's panels act at once. Returns the way to stop. */
function enliven(frame: HTMLElement, say: (words: string) => void): () => void {
  let resting = 0
  const ask = (form: HTMLFormElement, keepFocusOn?: string) => {
    clearTimeout(resting)
    void navigateListing(addressOf(form), { keepFocusOn, say })
  }
  const onInput = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.dataset.find !== undefined) filterOptionList(target, say)
    if (target.type !== 'range') return
    // What is on its way was asked before this step and would put the thumb back.
    clearTimeout(resting)
    abortListingNavigation()
    syncRangeInputs(target)
  }
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || !target.form || target.dataset.find !== undefined) return
    const { form, id } = target
    if (target.dataset.end !== undefined && !validateBound(target)) return
    if (target.type === 'range') {
      syncRangeInputs(target)
      resting = window.setTimeout(() => ask(form, id), REST_MS)
    } else {
      if (target.type === 'number') renderRange(target)
      ask(form, id)
    }
  }
  // A tick from before the island was awake is repeated as a click that no pointer made (client/platform/islands/hydration.ts).
  const onClick = (event: Event) => {
    if (!event.isTrusted && event.target instanceof HTMLInputElement) onChange(event)
  }
  const onSubmit = (event: SubmitEvent) => {
    if (!(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    // In the panel of a small screen the list is already right: the button closes the panel.
    const panel = event.target.closest<HTMLElement>('[popover]')
    if (panel?.matches(':popover-open')) panel.hidePopover()
    else ask(event.target)
  }
  // Enter in the search of a list would send the form.
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.dataset.find) {
      event.preventDefault()
    }
  }
  filterOptionLists()
  const stops = [
    on(frame, 'input', onInput),
    on(frame, 'change', onChange),
    on(frame, 'click', onClick),
    on(frame, 'submit', onSubmit as (event: Event) => void),
    on(frame, 'keydown', onKey as (event: Event) => void),
    ...[...frame.querySelectorAll<HTMLElement>('[popover]')].map(trapFocus),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function on(element: HTMLElement, name: string, listener: (event: Event) => void): () => void {
  element.addEventListener(name, listener)
  return () => element.removeEventListener(name, listener)
}

/**
 * Filters act as soon as they are ticked. The panels are the server's and stay so: React holds only the frame, and
 * what is inside is exchanged together with the list.
 */
export default function Filters({ panels }: { panels?: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')

  useEffect(() => {
    enhanceListing({ say: setSaid, before: restoreOpenPanels })
    return frame.current ? enliven(frame.current, setSaid) : undefined
  }, [])

  return (
    <>
      <div
        ref={frame}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own markup, which the browser keeps as it is
        dangerouslySetInnerHTML={{ __html: panels ?? EMPTY_TRUSTED_HTML }}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
