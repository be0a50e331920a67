import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { checkAway } from '../occupations/index.ts'
import { materialFields, outageFields } from './materials.fields.ts'

const material = parsersOf(materialFields, 'name', 'establishment_id', 'count', 'note')
export const MaterialForm = z.object(material)
export const MaterialEditForm = z.object({ ...material, ...parsersOf(materialFields, 'active'), version })
export type MaterialInput = z.output<typeof MaterialForm>
export type MaterialEdit = z.output<typeof MaterialEditForm>

const outage = parsersOf(outageFields, 'description', 'count', 'first_day', 'last_day', 'from_time', 'until_time')
export const OutageForm = z.object(outage).superRefine(checkAway)
export const OutageEditForm = z.object({ ...outage, version }).superRefine(checkAway)
export type OutageInput = z.output<typeof OutageForm>
