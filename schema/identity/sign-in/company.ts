/** The company of a dealer, as the customer record carries it. */
import * as v from 'valibot'

export const COMPANY = v.object({ companyName: v.string(), companyEmail: v.string(), ein: v.string() })

export type Company = v.InferOutput<typeof COMPANY>
