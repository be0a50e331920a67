import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { today } from '../../../platform/format/zone.ts'
import { deviceFields, deviceScheduleFields } from './devices.fields.ts'

/** By the keys of its fields, as typed: which there are is told by the category. */
const metas = z.record(z.string().regex(/^id-\d{1,10}$/), z.string().max(2000)).default({})

const device = {
  metas,
  ...parsersOf(
    deviceFields,
    'number',
    'name',
    'description',
    'device_category_id',
    'product_id',
    'serial_number',
    'brand',
    'model',
    'production_year',
    'production_month',
    'buy_date',
    'installed_on',
    'location_description',
    'walking_route_number',
    'replaces_device_id',
    'calibration_days',
  ),
}
const notLater = (field: typeof deviceFields.last_on) =>
  field.parse.refine((day) => day === null || day <= today(), ':label ligt in de toekomst.')

const check = (
  { production_year, production_month }: { production_year: number | null; production_month: number | null },
  ctx: z.RefinementCtx,
) => {
  if (production_month !== null && production_year === null)
    ctx.addIssue({ code: 'custom', path: ['production_year'], message: 'Vul ook het productiejaar in.' })
}

/** A new device; when it was last inspected is asked once, and holds for all that was due before. */
export const DeviceForm = z.object({ ...device, last_on: notLater(deviceFields.last_on) }).superRefine(check)
export type DeviceInput = Omit<z.output<typeof DeviceForm>, 'metas'>

export const DeviceEditForm = z.object({ ...device, ...parsersOf(deviceFields, 'status'), version }).superRefine(check)
export type DeviceEdit = z.output<typeof DeviceEditForm>

export const deviceRecords = {
  device_category_id: 'device_category',
  product_id: 'product',
  replaces_device_id: 'device',
} as const

export const DeviceScheduleForm = z.object({
  last_on: notLater(deviceScheduleFields.last_on),
  ...parsersOf(deviceScheduleFields, 'repeat_after', 'applies'),
  version,
})
export type DeviceScheduleEdit = z.output<typeof DeviceScheduleForm>
