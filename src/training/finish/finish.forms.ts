import * as z from 'zod'
import { dateOrNull, idList } from '../../platform/forms/fields.ts'
import { type Choice, type Choices, IMPOSSIBLE, choices, isPossible } from '../results/index.ts'

/** What becomes of the status of all parts; 'keep' leaves each part its own. */
export const FINISH_STATUSES = ['done', 'executed', 'keep'] as const

/** What is opened once the planning is finished, instead of the planning itself. */
export const NEXT_MOVES = ['print', 'send'] as const

const presence = { present_students: choices, passed_students: choices }
const documents = { document_layouts: idList(50), issued_on: dateOrNull }
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
export const DocumentsStep = z.object(documents).superRefine(checkDocuments)
/** The layouts as far as they were ticked, whatever stands in the rest of the step. */
export const ChosenLayouts = z.object({ document_layouts: documents.document_layouts })
export const StatusStep = z.object(status)

/** The final POST: all steps at once, checked again. */
export const FinishForm = z
  .object({ ...presence, ...documents, ...status, next: z.enum(NEXT_MOVES).optional() })
  .superRefine(checkPresence)
  .superRefine(checkDocuments)
export type FinishInput = z.output<typeof FinishForm>
