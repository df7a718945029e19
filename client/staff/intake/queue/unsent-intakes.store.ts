/** How many finished intakes wait on this phone (H14), for pages that don't open its database. */
import { storedText } from '../../../platform/storage/stored-value.store.ts'

export const unsentIntakes = storedText('unsent-intakes')
