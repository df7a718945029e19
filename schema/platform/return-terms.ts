/** The terms of returns (G7, H13d): each number and each promise is written here once. */
import { DAY_MS, HOUR_MS } from './duration.ts'

/** Days after the delivery within which a tire that was not mounted can be returned. */
export const RETURN_WINDOW_DAYS = 90
export const RETURN_WINDOW_MS = RETURN_WINDOW_DAYS * DAY_MS
/** Hours after the delivery within which damage is reported; a defect within as many hours of finding it. */
export const CLAIM_HOURS = 48
export const CLAIM_MS = CLAIM_HOURS * HOUR_MS
/** Days of the money-back guarantee (tires that were not mounted) and of the warranty against defects. */
export const GUARANTEE_DAYS = 365
export const GUARANTEE_MS = GUARANTEE_DAYS * DAY_MS
/** Business days from the receipt of the tires to the refund, and from a request to its answer. */
export const REFUND_BUSINESS_DAYS = 5
export const ANSWER_BUSINESS_DAYS = 1
/** Days within which the tires of an approved return have to arrive; later the return expires. */
export const SEND_BACK_DAYS = 30
export const SEND_BACK_MS = SEND_BACK_DAYS * DAY_MS

/** Who pays for the parcel back: the only sentence about it, in pages, mails and base data. */
export const RETURN_SHIPPING = 'We pay for return shipping.'
/** The promise in one line, for footers, products and lists of advantages. */
export const RETURN_PROMISE = `${RETURN_WINDOW_DAYS} days to return`
/** The label of the link to the policy. */
export const RETURN_LINK_LABEL = `Returns, ${RETURN_WINDOW_DAYS} days`
/** What a buyer needs to know about returns after an order. */
export const RETURN_NOTE = `You have ${RETURN_WINDOW_DAYS} days from delivery to send back tires that haven’t been mounted. ${RETURN_SHIPPING}`
/** What a buyer needs to know about damage and defects. */
export const CLAIM_NOTE = `Report damage within ${CLAIM_HOURS} hours of delivery, a defect within ${CLAIM_HOURS} hours of finding it.`
export const GUARANTEE_NOTE = 'There’s also a 1-year money-back guarantee until the tire is installed.'
