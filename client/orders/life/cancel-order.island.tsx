/** The form on the page of an order, hydrated by itself; the app's screen of an order renders the form directly. */
import { CancelOrderForm, type CancelOrderProps } from './cancel-order-form.tsx'

export default function CancelOrder(props: CancelOrderProps) {
  return <CancelOrderForm {...props} />
}
