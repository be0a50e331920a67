import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { dateOrNull, idOrNone, version } from '../../../platform/forms/fields.ts'
import { today } from '../../../platform/format/zone.ts'
import { needFields } from './matrix.fields.ts'

const need = z.object(parsersOf(needFields, 'course_id', 'job_title', 'needed'))
/** Everybody of a company needing the same is no demand on a function or a number. */
const says = <F extends { job_title: string; needed: number | null }>(form: F): boolean =>
  form.job_title !== '' || form.needed !== null
const message = { path: ['needed'], message: 'Vul een aantal in, of kies een functie.' }

export const NeedForm = need.refine(says, message)
export const NeedEditForm = need.extend({ version }).refine(says, message)
export type NeedInput = z.output<typeof NeedForm>

/** What of the matrix is asked for; what makes no sense is not asked. */
export const MatrixQuery = z.object({
  on: dateOrNull.catch(null).transform((day) => day ?? today()),
  company: z
    .string()
    .default('')
    .transform((text) => idOrNone(text) || null)
    .catch(null),
  job: z.string().max(100).catch('').default(''),
})
export type MatrixAsked = z.output<typeof MatrixQuery>
