import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { today } from '../../../platform/format/zone.ts'
import { creditFields, driverFields } from './drivers.fields.ts'

export const DriverForm = z.object(parsersOf(driverFields, 'contact_id', 'valid_until'))
export const DriverEditForm = z.object({ ...parsersOf(driverFields, 'valid_until'), version })

const credit = parsersOf(creditFields, 'description', 'code', 'minutes', 'practice', 'counted_on')
const isPast = ({ counted_on }: { counted_on: string }) => counted_on <= today()
const FUTURE = { path: ['counted_on'], message: 'Deze dag ligt in de toekomst.' }

export const CreditForm = z.object(credit).refine(isPast, FUTURE)
export const CreditEditForm = z.object({ ...credit, version }).refine(isPast, FUTURE)

export type DriverInput = z.output<typeof DriverForm>
export type DriverEdit = z.output<typeof DriverEditForm>
export type CreditInput = z.output<typeof CreditForm>
export type CreditEdit = z.output<typeof CreditEditForm>
