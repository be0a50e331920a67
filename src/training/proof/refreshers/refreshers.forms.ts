import * as z from 'zod'
import { version } from '../../../platform/forms/fields.ts'
import { refresherFields } from './refreshers.fields.ts'

const { contact_id, course_id, expires_at } = refresherFields
const what = { course_id: course_id.parse, expiration_date: expires_at.parse }

export const RefresherForm = z.object({ contact_id: contact_id.parse, ...what })
export const RefresherEditForm = z.object({ ...what, version })
export type RefresherInput = z.output<typeof RefresherForm>
export type RefresherEdit = z.output<typeof RefresherEditForm>
