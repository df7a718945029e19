import { storedText } from '../../platform/storage/stored-value.store.ts'

/** The address that was subscribed to the newsletter in this browser (it is stored after subscribing). */
export const subscriber = storedText('newsletter')
