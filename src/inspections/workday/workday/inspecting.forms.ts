import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { MAX_ID, checkbox, dateOrNull, id, version } from '../../../platform/forms/fields.ts'
import { FillingForm } from '../../../system/checklists/index.ts'
import { orderDeviceFields } from '../../orders/order-devices/index.ts'

const NOT_ALL = 'Vul minimaal één van deze velden in.'
const part = z.object({ replaced: checkbox, expires_on: dateOrNull.default(null) })

/** Names of photos, as an upload gave them out, and those of before. */
const photos = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => (typeof value === 'string' ? [value] : value).filter(Boolean))
  .pipe(z.array(z.string().max(60)).max(5, "Hier passen hooguit 5 foto's."))

const { result, ...said } = parsersOf(
  orderDeviceFields,
  'result',
  'remark',
  'quote',
  'new_serial_number',
  'instrument_id',
)

/** How a device is inspected: what its category asks, what came of it, and what follows. */
export const InspectionForm = z.object({
  ...FillingForm.shape,
  ...said,
  result: result.transform((chosen, ctx) => {
    if (chosen !== null) return chosen
    ctx.addIssue({ code: 'custom', message: 'Kies een uitslag.' })
    return z.NEVER
  }),
  /** Left out by programs that read nothing before: what is there is then written over. */
  version: version.optional(),
  /** Of what its category asks; 0 while nobody began. */
  filling_version: z.coerce.number<string>().int().min(0).max(MAX_ID).default(0),
  checklist_version: FillingForm.shape.checklist_version.default(0),
  parts: z
    .record(z.string().regex(/^p\d{1,9}$/), part)
    .default({})
    .refine((all) => Object.keys(all).length <= 50, 'Dit zijn te veel onderdelen.'),
  photos,
  /** On to the next device. */
  next: checkbox,
})
export type InspectionInput = z.output<typeof InspectionForm>

/** The same of a device that was found, which the address does not name: a phone may not know its id yet. */
export const FoundInspectionForm = InspectionForm.extend({ device_id: id })

/** A device found at a visit: one of the customer, or one that nobody knew. */
export const FoundForm = z
  .object(
    parsersOf(
      orderDeviceFields,
      'kind',
      'device_id',
      'device_category_id',
      'name',
      'serial_number',
      'location_description',
    ),
  )
  .superRefine((form, ctx) => {
    if (form.kind === 'known' && form.device_id === null)
      ctx.addIssue({ code: 'custom', path: ['device_id'], message: 'Maak een keuze' })
    if (form.kind === 'new' && form.name === null && form.device_category_id === null)
      for (const field of ['name', 'device_category_id'])
        ctx.addIssue({ code: 'custom', path: [field], message: NOT_ALL })
  })
