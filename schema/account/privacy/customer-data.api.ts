/** GET /api/ext/account/my-data: everything that the shop keeps of a customer, as a file of its own. */
import * as v from 'valibot'

const ROW = v.record(v.string(), v.unknown())

/** Rows by table stand beside what is named here. */
export const CUSTOMER_DATA = v.objectWithRest(
  {
    /** ISO 8601. */
    made: v.string(),
    units: v.object({ times: v.string(), amounts: v.string() }),
    customer: ROW,
    cart: v.array(v.object({ sku: v.string(), name: v.string(), qty: v.number(), unitPrice: v.number() })),
  },
  v.array(ROW),
)
