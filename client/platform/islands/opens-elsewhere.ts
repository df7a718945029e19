type Click = Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'button'>

/** Checks whether a click opens its link in another tab or window, or saves it; the browser handles such clicks. */
export function opensElsewhere(event: Click): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
}
