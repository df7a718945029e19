/** Creates an element with a text and, if given, a class; for scripts of pages that load no React. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className?: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}
