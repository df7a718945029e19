/**
 * A panel of a small screen is a popover, which opens without JavaScript. With JavaScript an open panel is a modal
 * dialog: the rest of the page is inert until it closes, so neither Tab nor a screen reader leaves it.
 */

/** Returns all elements beside `panel` and its ancestors, except live regions. */
function surroundings(panel: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (
    let inner: HTMLElement = panel;
    inner !== document.body && inner.parentElement;
    inner = inner.parentElement
  ) {
    for (const other of inner.parentElement.children) {
      const isLiveRegion = other.matches('[role=status], [data-notices], script')
      if (other instanceof HTMLElement && other !== inner && !isLiveRegion && !other.inert) found.push(other)
    }
  }
  return found
}

/** Makes the panel modal while it is open, until `signal` is aborted. */
export function trapFocus(panel: HTMLElement, signal: AbortSignal): void {
  let inert: HTMLElement[] = []
  const undo = () => {
    for (const element of inert) element.inert = false
    inert = []
    for (const name of ['role', 'aria-modal', 'aria-labelledby']) panel.removeAttribute(name)
  }
  const makeModal = () => {
    inert = surroundings(panel)
    for (const element of inert) element.inert = true
    panel.setAttribute('role', 'dialog')
    panel.setAttribute('aria-modal', 'true')
    panel.setAttribute('aria-labelledby', `${panel.id}-title`)
    if (!panel.contains(document.activeElement))
      panel.querySelector<HTMLElement>('.panel-head button')?.focus()
  }
  // Before the panel closes: the element that opened it gets the focus back and must not be inert.
  const onBeforeToggle = (event: Event) => {
    if ((event as ToggleEvent).newState === 'closed') undo()
  }
  const onToggle = (event: Event) => {
    if ((event as ToggleEvent).newState === 'open') {
      if (inert.length === 0) makeModal()
    } else if (document.activeElement === document.body || panel.contains(document.activeElement)) {
      // The button that opened the panel was replaced with the list; the new one gets the focus.
      document.querySelector<HTMLElement>(`.dock [popovertarget="${panel.id}"]`)?.focus()
    }
  }
  panel.addEventListener('beforetoggle', onBeforeToggle, { signal })
  panel.addEventListener('toggle', onToggle, { signal })
  if (panel.matches(':popover-open')) makeModal()
  // In a window that becomes wide the panel is part of the page.
  const wide = matchMedia('(min-width: 992px)')
  const closeOnWideScreen = () => {
    if (wide.matches && panel.matches(':popover-open')) panel.hidePopover()
  }
  wide.addEventListener('change', closeOnWideScreen, { signal })
  signal.addEventListener('abort', undo)
}
