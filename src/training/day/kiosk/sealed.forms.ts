import * as z from 'zod'
import { MOST_ARRIVALS } from './sealed.contract.ts'

const LONGEST = 2000

/** What a tablet kept while it had no network, and how many it had to wipe. */
export const SealedForm = z.object({
  arrivals: z
    .array(z.object({ key: z.uuid(), sealed: z.string().max(LONGEST) }))
    .max(MOST_ARRIVALS, `Hoogstens ${MOST_ARRIVALS} aanmeldingen in één keer.`)
    .default([]),
  lost: z
    .array(z.object({ key: z.uuid(), day: z.iso.date(), count: z.number().int().min(1).max(1000) }))
    .max(MOST_ARRIVALS)
    .default([]),
})
