import * as z from 'zod'
import { longText, version } from '../../platform/forms/fields.ts'

const body = longText(10_000).pipe(z.string().min(1, 'Vul een :label in.'))

export const NoteForm = z.object({ body })
export const NoteEditForm = z.object({ body, version })
