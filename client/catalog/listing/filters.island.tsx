import { useEffect, useRef, useState } from 'react'
import { listingHref, parseSearchUrl } from '../../../schema/catalog/listing/listing-url.ts'
import { EMPTY_TRUSTED_HTML } from '../../platform/trusted-types.ts'
import { filterOptionList, filterOptionLists, savePanelState } from './filter-search.ts'
import { renderRange, syncRangeInputs, validateBound } from './filters-range.ts'
import { abortListingNavigation, enhanceListing, navigateListing } from './listing-navigation.ts'
import { trapFocus } from './listing-panel.ts'

/** Delay after the last step of a thumb before the list is loaded; arrow keys change it with every press. Milliseconds. */
const DEBOUNCE_MS = 350

/** Returns the canonical address of the listing for the fields of a form. */
function toListingHref(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)])
  return listingHref(new URL(form.action).pathname, parseSearchUrl(fields))
}

/** Makes changes in the server's panels take effect at once. Returns a function that stops this. */
function enhancePanels(frame: HTMLElement, announce: (message: string) => void): () => void {
  let timer = 0
  const load = (form: HTMLFormElement, keepFocusOn?: string) => {
    clearTimeout(timer)
    void navigateListing(toListingHref(form), { keepFocusOn, announce })
  }
  const onInput = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.dataset.find !== undefined) filterOptionList(target, announce)
    if (target.type !== 'range') return
    // A running request is from before this step and would move the thumb back.
    clearTimeout(timer)
    abortListingNavigation()
    syncRangeInputs(target)
  }
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || !target.form || target.dataset.find !== undefined) return
    const { form, id } = target
    if (target.dataset.end !== undefined && !validateBound(target)) return
    if (target.type === 'range') {
      syncRangeInputs(target)
      timer = window.setTimeout(() => load(form, id), DEBOUNCE_MS)
    } else {
      if (target.type === 'number') renderRange(target)
      load(form, id)
    }
  }
  // A change from before hydration is replayed as an untrusted click (client/platform/islands/hydration.ts).
  const onClick = (event: Event) => {
    if (!event.isTrusted && event.target instanceof HTMLInputElement) onChange(event)
  }
  const onSubmit = (event: Event) => {
    if (!(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    // In the panel of a small screen the list is already up to date: the button closes the panel.
    const panel = event.target.closest<HTMLElement>('[popover]')
    if (panel?.matches(':popover-open')) panel.hidePopover()
    else load(event.target)
  }
  // Enter in the search field of a list would submit the form.
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.dataset.find) {
      event.preventDefault()
    }
  }
  filterOptionLists()
  const controller = new AbortController()
  const { signal } = controller
  frame.addEventListener('input', onInput, { signal })
  frame.addEventListener('change', onChange, { signal })
  frame.addEventListener('click', onClick, { signal })
  frame.addEventListener('submit', onSubmit, { signal })
  frame.addEventListener('keydown', onKey, { signal })
  for (const panel of frame.querySelectorAll<HTMLElement>('[popover]')) trapFocus(panel, signal)
  return () => controller.abort()
}

/**
 * Renders the filters, which take effect as soon as they are checked. The server renders the panels: React renders only
 * the frame, and its content is swapped together with the list.
 */
export default function Filters({ panels }: { panels?: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState('')

  useEffect(() => {
    enhanceListing({ announce: setMessage, save: savePanelState })
    return frame.current ? enhancePanels(frame.current, setMessage) : undefined
  }, [])

  return (
    <>
      <div
        ref={frame}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own markup, which React does not change
        dangerouslySetInnerHTML={{ __html: panels ?? EMPTY_TRUSTED_HTML }}
      />
      <p className="visually-hidden" role="status">
        {message}
      </p>
    </>
  )
}
