/** Says above a list that the next one could not be had, and offers to try again. Plain DOM. */

const OFFLINE = 'There is no Internet connection'
const FAILED = 'The list could not be loaded.'
const OLD = 'What you see below is the list before.'

let note: HTMLElement | null = null

export function clearFailure(): void {
  note?.remove()
  note = null
}

/** `again` asks once more; so does the connection when it is back. */
export function showFailure(results: HTMLElement | null, href: string, again: () => void): void {
  clearFailure()
  const offline = !navigator.onLine
  const box = document.createElement('div')
  box.className = 'note note-error listing-failed'
  box.setAttribute('role', 'alert')
  const words = document.createElement('p')
  words.textContent = `${offline ? `${OFFLINE}.` : FAILED} ${OLD}`
  const retry = document.createElement('button')
  retry.type = 'button'
  retry.className = 'text-button'
  retry.textContent = 'Try again'
  retry.addEventListener('click', again)
  const link = document.createElement('a')
  link.href = href
  link.textContent = 'Load the page'
  box.append(words, retry, ...(offline ? [] : [link]))
  results?.prepend(box)
  note = box
  if (!offline) return
  const back = () => {
    if (note === box) again()
  }
  addEventListener('online', back, { once: true })
}
