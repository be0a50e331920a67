import * as z from 'zod'
import { platformArea } from '../../platform/access/rights.ts'
import { json } from '../../platform/screens/calls.ts'
import { findAddress } from './address.adapter.ts'

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
    query.street_number === 0
      ? NOTHING
      : ((await findAddress(services, query.postal_code, query.street_number)) ?? NOTHING),
})
