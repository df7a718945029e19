/**
 * A panel of a small screen is a popover, which opens without JavaScript. With it, an open one is a modal dialog: the
 * rest of the page is inert until it closes, so neither Tab nor a reader leaves it.
 */

/** Everything beside `panel` and its ancestors; what only speaks to readers stays. */
function surroundings(panel: HTMLElement): HTMLElement[] {
  const beside: HTMLElement[] = []
  for (
    let inner: HTMLElement = panel;
    inner !== document.body && inner.parentElement;
    inner = inner.parentElement
  ) {
    for (const other of inner.parentElement.children) {
      const speaks = other.matches('[role=status], [data-notices], script')
      if (other instanceof HTMLElement && other !== inner && !speaks && !other.inert) beside.push(other)
    }
  }
  return beside
}

/** Returns the way to stop. */
export function trapFocus(panel: HTMLElement): () => void {
  let inert: HTMLElement[] = []
  const release = () => {
    for (const element of inert) element.inert = false
    inert = []
    for (const name of ['role', 'aria-modal', 'aria-labelledby']) panel.removeAttribute(name)
  }
  const hold = () => {
    inert = surroundings(panel)
    for (const element of inert) element.inert = true
    panel.setAttribute('role', 'dialog')
    panel.setAttribute('aria-modal', 'true')
    panel.setAttribute('aria-labelledby', `${panel.id}-title`)
    if (!panel.contains(document.activeElement))
      panel.querySelector<HTMLElement>('.panel-head button')?.focus()
  }
  // Before it closes: what opened it takes the focus back, and must be able to.
  const before = (event: Event) => {
    if ((event as ToggleEvent).newState === 'closed') release()
  }
  const after = (event: Event) => {
    if ((event as ToggleEvent).newState === 'open') {
      if (inert.length === 0) hold()
    } else if (document.activeElement === document.body || panel.contains(document.activeElement)) {
      // The button that opened it was exchanged with the list; the new one takes the focus.
      document.querySelector<HTMLElement>(`.dock [popovertarget="${panel.id}"]`)?.focus()
    }
  }
  panel.addEventListener('beforetoggle', before)
  panel.addEventListener('toggle', after)
  if (panel.matches(':popover-open')) hold()
  // A window that grows takes the panel into the page.
  const wide = matchMedia('(min-width: 992px)')
  const grow = () => {
    if (wide.matches && panel.matches(':popover-open')) panel.hidePopover()
  }
  wide.addEventListener('change', grow)
  return () => {
    release()
    panel.removeEventListener('beforetoggle', before)
    panel.removeEventListener('toggle', after)
    wide.removeEventListener('change', grow)
  }
}
