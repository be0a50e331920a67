import * as z from 'zod'
import { action } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { appointmentNotesArea } from '../../planning/appointments/rights.ts'
import { enrolmentFields } from './enrolment.fields.ts'
import { studentNoteText } from './enrolment.forms.ts'
import { saveStudentNote } from './notes.commands.ts'
import { getStudentNote } from './students/students.queries.ts'

const noteExample: OwnExample = (story) => ({
  params: { appointment: story.appointments.coming, contact: story.contacts.anouk },
  form: { notes: 'Komt een half uur later' },
  foreign: { appointment: story.appointments.foreign, contact: story.contacts.anouk },
})

/** The note on one student; it has no record, so that a change notice does not redraw what is being typed. */
export const studentNote = popup({
  area: appointmentNotesArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  recordParam: null,
  alsoRecords: { appointment: 'appointment' },
  right: 'view',
  path: '/calendar/studentNotes/:appointment/:contact',
  home: '/calendar',
  size: 'small',
  load: async ({ db, viewer, params }) => ({
    ...(await getStudentNote(db, viewer, params.appointment, params.contact)),
    saveUrl: `/calendar/saveStudentNotes2/${params.appointment}/${params.contact}`,
  }),
  title: ({ name }) => `${enrolmentFields.note.label} bij ${name}`,
  view: 'training/enrolment/note',
  example: noteExample,
})

export const studentNoteSave = action({
  area: appointmentNotesArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  recordParam: null,
  alsoRecords: { appointment: 'appointment' },
  right: 'change',
  path: '/calendar/saveStudentNotes2/:appointment/:contact',
  form: z.object({ notes: studentNoteText, seen: studentNoteText.nullable().default(null) }),
  save: async ({ trx, viewer, params, form }) => {
    const at = { appointmentId: params.appointment, contactId: params.contact }
    const id = await saveStudentNote(trx, viewer, at, { note: form.notes, seen: form.seen })
    return { changed: [{ type: 'enrolment', id }], done: 'Notitie bij een cursist opgeslagen' }
  },
  example: noteExample,
})
