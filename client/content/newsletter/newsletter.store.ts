/** The address that was subscribed to the newsletter in this browser (it is stored after subscribing). */

export const NEWSLETTER_KEY = 'newsletter'

type TextStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Empty when there is none. */
export function readSubscriber(storage: TextStorage): string {
  try {
    return storage().getItem(NEWSLETTER_KEY) ?? ''
  } catch {
    // Storage may be forbidden; then nobody is known.
    return ''
  }
}

/** `null` forgets who read it. */
export function saveSubscriber(storage: TextStorage, email: string | null): void {
  try {
    if (email === null) storage().removeItem(NEWSLETTER_KEY)
    else storage().setItem(NEWSLETTER_KEY, email)
  } catch {
    // Full or forbidden: the form stays as it was made.
  }
}
