/** The script of the page of a pay link (H14p): the card fields and the payment, without React. */
import { enhancePayForm } from './checkout/pay-link/pay-form.ts'

void enhancePayForm()
