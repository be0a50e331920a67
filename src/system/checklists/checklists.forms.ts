import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { MAX_ID, checkbox, version } from '../../platform/forms/fields.ts'
import { answerFields, checklistFields } from './checklists.fields.ts'

const checklist = parsersOf(checklistFields, 'name', 'norm', 'active', 'blocks')

export const ChecklistForm = z.object(checklist)
export const ChecklistEditForm = z.object({ ...checklist, version })
export type ChecklistInput = z.output<typeof ChecklistForm>
export type ChecklistEdit = z.output<typeof ChecklistEditForm>

export const LimitsForm = z.object({ ...parsersOf(checklistFields, 'limits'), version })
export type LimitsEdit = z.output<typeof LimitsForm>

/** Of what may not be there yet 0. */
const versionOrNone = z.coerce.number<string>().int().min(0).max(MAX_ID)

/** Names that an upload gave out, and those of files that were kept before. */
const names = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => (typeof value === 'string' ? [value] : value).filter(Boolean))
  .pipe(z.array(z.string().max(60)).max(20))

const answer = z.object({
  ...parsersOf(answerFields, 'answer', 'remark'),
  /** Whether 'n.v.t.' is ticked beside the answer. */
  not_applicable: checkbox,
  files: names,
  /** A drawing as a data URL; empty leaves what is there. */
  signature: z.string().max(300_000, 'Deze handtekening kan niet worden gelezen.').default(''),
})
export type AnswerInput = z.output<typeof answer>

/** A checklist as it is filled in: what is not sent stays as it is. */
export const FillingForm = z.object({
  version: versionOrNone,
  checklist_version: versionOrNone,
  /** Whether it is done with, or goes on later. */
  finish: checkbox,
  answers: z
    .record(z.string().regex(/^a\d{1,3}$/), answer)
    .default({})
    .refine((all) => Object.keys(all).length <= 200, 'Dit zijn te veel antwoorden.'),
})
export type Filling = z.output<typeof FillingForm>
