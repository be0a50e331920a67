import * as z from 'zod'
import { platformArea } from '../../platform/access/rights.ts'
import { json } from '../../platform/screens/call/calls.ts'
import { type FoundAddress, findAddress } from './address.adapter.ts'

/** Where it lies is kept, and is no matter of the form. */
const asked = (found: FoundAddress | null) =>
  found === null ? NOTHING : { street: found.street, city: found.city, additions: found.additions }

const NOTHING = { street: null, city: null, additions: [] }

/** Fills in an address form (T-149…T-153). What cannot be found, for whatever reason, is just empty (T-229). */
export const addressData = json({
  area: platformArea,
  right: 'view',
  path: '/ajax/getAddressData',
  query: z.object({
    postal_code: z.string().catch(''),
    street_number: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .catch(0),
  }),
  answer: async ({ query, services }) =>
    query.street_number === 0 ? NOTHING : asked(await findAddress(services, query.postal_code, query.street_number)),
})
