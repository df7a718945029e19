/** The company of a dealer, in the customer's record. */
import * as v from 'valibot'

export const COMPANY = v.object({ companyName: v.string(), companyEmail: v.string(), ein: v.string() })

export type Company = v.InferOutput<typeof COMPANY>
