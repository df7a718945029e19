import { storedText } from '../../platform/storage/stored-value.store.ts'

/** The e-mail address that was subscribed in this browser. */
export const subscriber = storedText('newsletter')
