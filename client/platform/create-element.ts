/** Creates an element with a text and an optional class; for scripts of pages without React. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className?: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  element.textContent = text
  if (className) element.className = className
  return element
}
