import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { applicationFields, requestFields, searchFields } from './teacher-requests.fields.ts'

/** Teachers who are asked for a part at once. */
const MOST_TEACHERS = 100

export const SearchForm = z.object({
  ...parsersOf(searchFields, 'way', 'answer_hours', 'message'),
  teachers: idList(MOST_TEACHERS).refine((chosen) => chosen.length > 0, 'Kies minimaal één docent.'),
})
/** The form while it is filled in: what is not right yet counts as not there. */
export const SearchDraft = z.object({
  answer_hours: searchFields.answer_hours.parse.nullable().catch(null),
  message: searchFields.message.parse.catch(''),
  teachers: idList(MOST_TEACHERS).catch([]),
})
export const StopForm = z.object({
  why: searchFields.why.parse.refine((value) => value !== '', 'Vul een reden in.'),
})
export const AnswerForm = z.object({
  answer: z.enum(['yes', 'no', 'withdraw'], 'Maak een keuze'),
  ...parsersOf(requestFields, 'why'),
})
/** `seen` is when the part began as it was shown: that is what somebody applies for. */
export const ApplyForm = z.object({
  ...parsersOf(applicationFields, 'note'),
  seen: z.coerce.number<string>('Vernieuw dit scherm en probeer het opnieuw.').int(),
})
export const DecideForm = z.object({
  answer: z.enum(['accepted', 'refused'], 'Maak een keuze'),
  ...parsersOf(applicationFields, 'why'),
})
