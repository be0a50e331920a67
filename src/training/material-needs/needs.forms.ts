import * as z from 'zod'
import { everyParserOf, parsersOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { needFields } from './needs.fields.ts'

export const NeedForm = z.object(everyParserOf(needFields))
export const NeedEditForm = z.object({ ...parsersOf(needFields, 'count', 'per_students'), version })
export type NeedInput = z.output<typeof NeedForm>
export type NeedEdit = z.output<typeof NeedEditForm>
