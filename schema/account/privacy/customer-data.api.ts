/** GET /api/ext/account/my-data: a file with everything that the shop stores about a customer. */
import * as v from 'valibot'

const ROW = v.record(v.string(), v.unknown())

/** Further keys are tables with their rows. */
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
