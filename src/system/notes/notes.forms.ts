import * as z from 'zod'
import { everyParserOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { noteFields } from './notes.fields.ts'

export const NoteForm = z.object(everyParserOf(noteFields))
export const NoteEditForm = NoteForm.extend({ version })
