import * as z from 'zod'
import { studentNoteText } from '../../places/enrolment/index.ts'
import { readChoice } from './results.contract.ts'

/**
 * 'contact-part', or the contact alone where the part is known. With the part in it no key is a bare number, which a
 * form parser would take for the place in a list.
 */
const key = z.string().regex(/^[1-9]\d{0,9}(-[1-9]\d{0,9})?$/, 'Deze cursist is niet bekend.')

/** Empty, 0 or 1 per student and part. */
export const choices = z
  .record(
    key,
    z.enum(['', '0', '1'], 'Maak een keuze').transform((value) => readChoice(value)),
  )
  .default({})
export type Choices = z.output<typeof choices>

/** What the results screen sends: only what was changed, of one student or of many. */
export const ResultsForm = z
  .object({
    present_students: choices,
    passed_students: choices,
    notes: z.record(key, studentNoteText).default({}),
    /** The notes as they stood when their writer began; without one the last writer wins. */
    seen: z.record(key, studentNoteText).default({}),
    /** The choices likewise. */
    was_present: choices,
    was_passed: choices,
  })
  .refine(
    ({ seen: _seen, was_present: _present, was_passed: _passed, ...form }) =>
      Object.values(form).some((entries) => Object.keys(entries).length > 0),
    'Er is niets om op te slaan.',
  )
export type ResultsInput = z.output<typeof ResultsForm>
