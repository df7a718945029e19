/** Returns whether a click opens its link in another tab or window, or saves it: such a click stays the browser's. */
export function opensElsewhere(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
}
