import * as z from 'zod'
import { lettersSeen } from '../../../platform/pdf/letters.ts'
import { checkbox, dateOrNull, id, idList, selectorIdOrNull } from '../../../platform/forms/fields.ts'
import { LettersForm, SentLetters } from '../../proof/certificates/index.ts'
import { NEW, NONE } from '../../proof/refreshers/index.ts'
import { type Choice, type Choices, IMPOSSIBLE, choices, isPossible } from '../../proof/results/index.ts'

/** What becomes of the status of all parts; 'keep' leaves each part its own. */
const FINISH_STATUSES = ['done', 'executed', 'keep'] as const

/** What is opened once the planning is finished, instead of the planning itself. */
export const NEXT_MOVES = ['print', 'send'] as const

const presence = { present_students: choices, passed_students: choices }
/** -1 none, 0 new, else the id of an existing one; null where nothing was chosen (rulings 9.1). */
const refresherChoice = z
  .string()
  .default('')
  .transform((value, ctx) => {
    if (value === '') return null
    if (value === String(NONE) || value === String(NEW)) return Number(value)
    const parsed = id.safeParse(value)
    if (parsed.success) return parsed.data
    ctx.addIssue({ code: 'custom', message: 'Maak een keuze' })
    return z.NEVER
  })

/** As many as there can be students in a part. */
const MOST_STUDENTS = 1000
const refresherRow = z.object({
  contact_id: id,
  contact_refresher_course_id: refresherChoice,
  course_id: selectorIdOrNull,
  expiration_date: z.string().default(''),
  /** The day as it was proposed: where it still stands, it follows the day of issue. */
  proposed_on: z.string().max(10).catch('').default(''),
})
const refreshers = { refreshers: z.array(refresherRow).max(MOST_STUDENTS).default([]) }
type RefresherRow = z.output<typeof refresherRow>

/** A refresher that is made or changed has a course and a day; of one that is not, they are not read. */
function checkRefreshers({ refreshers }: { refreshers: RefresherRow[] }, ctx: z.RefinementCtx): void {
  const seen = new Set<number>()
  refreshers.forEach((row, i) => {
    const refuse = (field: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: ['refreshers', i, field], message })
    if (seen.has(row.contact_id)) refuse('contact_id', 'Een cursist staat er één keer in.')
    seen.add(row.contact_id)
    if (row.contact_refresher_course_id === null || row.contact_refresher_course_id === NONE) return
    if (row.course_id === null) refuse('course_id', 'Maak een keuze')
    const day = dateOrNull.safeParse(row.expiration_date)
    if (!day.success) refuse('expiration_date', 'Dit is geen geldige datum (dd-mm-jjjj).')
    else if (day.data === null) refuse('expiration_date', 'Vul een vervaldatum in.')
  })
}

const documents = { document_layouts: idList(50), issued_on: dateOrNull }
const register = { pass_to_hok: checkbox, pass_to_nibhv: checkbox }
const status = { update_status: z.enum(FINISH_STATUSES, 'Maak een keuze') }

type Filled = { present_students: Choices; passed_students: Choices }

/** Every choice is made, and none that the rules can never lead to. */
function checkPresence({ present_students, passed_students }: Filled, ctx: z.RefinementCtx): void {
  const refuse = (field: string, key: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: [field, key], message })
  for (const [key, present] of Object.entries(present_students))
    if (present === null) refuse('present_students', key, 'Maak een keuze')
  for (const [key, passed] of Object.entries(passed_students)) {
    const present: Choice = present_students[key] ?? null
    if (passed === null) refuse('passed_students', key, 'Maak een keuze')
    else if (present !== null && !isPossible({ present, passed })) refuse('passed_students', key, IMPOSSIBLE)
  }
}

function checkDocuments(form: { document_layouts: number[]; issued_on: string | null }, ctx: z.RefinementCtx): void {
  if (form.document_layouts.length > 0 && form.issued_on === null)
    ctx.addIssue({ code: 'custom', path: ['issued_on'], message: 'Vul een :label in.' })
}

export const PresenceStep = z.object(presence).superRefine(checkPresence)
export const RefreshersStep = z.object(refreshers).superRefine(checkRefreshers)
/** The rows as far as they were filled in, whatever is wrong with them. */
export const FilledRefreshers = z.object(refreshers).catch({ refreshers: [] })
export const DocumentsStep = z.object(documents).superRefine(checkDocuments)
/** The layouts as far as they were ticked, whatever stands in the rest of the step. */
export const ChosenLayouts = z.object({ document_layouts: documents.document_layouts })
export const RegisterChoice = z.object(register)
export const StatusStep = z.object(status)

/** The final POST: all steps at once, checked again. */
export const FinishForm = z
  .object({
    ...presence,
    ...refreshers,
    ...documents,
    ...register,
    ...status,
    ...lettersSeen,
    next: z.enum(NEXT_MOVES).optional(),
    /** To whom and with what words the certificates go; not sent where nobody was asked. */
    letters: LettersForm.optional(),
  })
  .superRefine(checkPresence)
  .superRefine(checkRefreshers)
  .superRefine(checkDocuments)
  .superRefine(({ next, letters }, ctx) => {
    const wrong = next === 'send' && letters ? SentLetters.safeParse(letters).error : undefined
    for (const { path, message } of wrong?.issues ?? [])
      ctx.addIssue({ code: 'custom', path: ['letters', ...path], message })
  })
export type SentRefresher = RefresherRow
export type FinishInput = z.output<typeof FinishForm>
