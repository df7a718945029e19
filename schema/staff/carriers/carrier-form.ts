/** The form that sends the parcels of a file with tracking numbers, and its messages (H14o). */
import * as v from 'valibot'
import { ROW_ID } from '../../platform/forms/number-text.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'

export const CARRIER_FORM = v.object({
  /** `save` gives the parcels their numbers and sends none. */
  action: v.picklist(['send', 'save']),
  file: ROW_ID,
  key: CHANGE_KEY,
})

export const CARRIER_MESSAGES = {
  choose: 'Choose a parcel first.',
  header:
    'The first row must name its columns: one with our reference or the order number, and one with the tracking number.',
  nothing: 'Nothing was sent: no parcel of this file waits for its number.',
  large: 'This file is larger than 2 MB. Export fewer parcels.',
  rows: 'This file has more than 500 rows. Export fewer parcels.',
} as const
