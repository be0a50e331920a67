import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { needFields } from './needs.fields.ts'

/** What one component is given with: several materials at once. */
export const NeedForm = z.object(parsersOf(needFields, 'component_id', 'materials', 'per_students'))
export const NeedEditForm = z.object({ ...parsersOf(needFields, 'count', 'per_students'), version })
export type NeedInput = z.output<typeof NeedForm>
export type NeedEdit = z.output<typeof NeedEditForm>
