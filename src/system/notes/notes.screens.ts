import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import { Forbidden } from '../../platform/errors.ts'
import { id } from '../../platform/forms/fields.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { type Viewer } from '../../platform/access/viewer.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import type { Ctx, OwnExample } from '../../platform/screens/screen.ts'
import { addNote, deleteNote, editNote } from './notes.commands.ts'
import { NoteEditForm, NoteForm } from './notes.forms.ts'
import { getNote, getNotedRecord, listNotes } from './notes.queries.ts'
import { mayDeleteNote, mayEditNote, notesOn } from './notes.rules.ts'
import { notesArea } from './rights.ts'

const access = { area: notesArea, record: 'note' } as const
/** A note stands on records of any page; opened on its own it lies over the page where the day starts. */
const HOME = '/calendar'

const example: OwnExample = (story, role) =>
  role === ROLE.teacher
    ? {
        params: { object: 'appointment', objectId: story.appointments.coming },
        foreign: { object: 'appointment', objectId: story.appointments.foreign },
        form: { body: 'Sleutel ligt bij de receptie.' },
      }
    : {
        params: { object: 'company', objectId: story.companies.deLinde },
        form: { body: 'Belt volgende week terug.' },
        foreign: null,
      }

type Params = { object: string; objectId: number }

async function loadNotes({ db, viewer, params, services }: Ctx<Params, object>) {
  const subject = await getNotedRecord(services, viewer, params)
  const notes = await listNotes(db, subject.type, subject.id)
  return {
    subject,
    writes: notesOn(services.registry.record(subject.type), viewer, 'change'),
    notes: notes.map((note) => ({
      ...note,
      author: note.author ?? 'Onbekend',
      at: formatDateTime(note.created_at),
      changed: note.version > 1 ? formatDateTime(note.updated_at) : null,
      edits: mayEditNote(viewer, note),
      deletes: mayDeleteNote(viewer, note),
    })),
  }
}

/** The note itself, and the record it hangs on: its popup shows the notes and their number. */
const changed = (note: number, subject: RecordRef): RecordRef[] => [{ type: 'note', id: note }, subject]

export const notesView = popup({
  ...access,
  recordParam: null,
  alsoRecords: { objectId: ':object' },
  right: 'view',
  path: '/notes/view/:object(word)/:objectId',
  home: HOME,
  size: 'medium',
  load: loadNotes,
  title: 'Notities',
  subtitle: ({ subject }) => subject.name,
  about: ({ subject }) => ({ type: subject.type, id: subject.id }),
  view: 'system/notes/list',
  example,
})

/** The notes as a tab of the record's own popup. */
export const notesTab = fragment({
  ...access,
  recordParam: null,
  alsoRecords: { objectId: ':object' },
  right: 'view',
  path: '/notes/list/:object(word)/:objectId',
  pageAddress: '/notes/view/:object/:objectId',
  view: 'system/notes/tab',
  load: loadNotes,
  example,
})

export const noteCreate = formPopup({
  ...access,
  recordParam: null,
  alsoRecords: { objectId: ':object' },
  right: 'change',
  path: '/notes/create/:object(word)/:objectId',
  home: HOME,
  size: 'small',
  load: async ({ viewer, params, services }) => ({
    subject: await getNotedRecord(services, viewer, params, 'change'),
    note: null,
  }),
  title: 'Notitie toevoegen',
  subtitle: ({ subject }) => subject.name,
  view: 'system/notes/form',
  form: NoteForm,
  submits: [{ label: 'Notitie toevoegen' }],
  save: async ({ trx, viewer, params, form, services }) => {
    const subject = await getNotedRecord({ ...services, db: trx }, viewer, params, 'change')
    const note = await addNote(trx, viewer, subject, form.body)
    return {
      changed: changed(note, { type: subject.type, id: subject.id }),
      flash: { str: 'Notitie toegevoegd', type: 'success' },
      body: { id: note },
    }
  },
  example,
})

async function ownNote(ctx: { db: Ctx<object, object>['db']; viewer: Viewer; params: { id: number } }) {
  const note = await getNote(ctx.db, ctx.params.id)
  if (!mayEditNote(ctx.viewer, note)) throw new Forbidden('Alleen wie de notitie schreef, kan deze wijzigen.')
  return { note }
}

export const noteEdit = formPopup({
  ...access,
  right: 'change',
  path: '/notes/edit/:id',
  home: HOME,
  size: 'small',
  load: ownNote,
  title: 'Notitie wijzigen',
  view: 'system/notes/form',
  form: NoteEditForm,
  version: ({ note }) => note.version,
  save: async ({ trx, viewer, params, form }) => {
    const subject = await editNote(trx, viewer, params.id, form)
    return { changed: changed(params.id, subject), flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story, role) => {
    const note = story.notes[role]
    return note === undefined
      ? null
      : { params: { id: note }, foreign: { id: story.notes[2]! }, form: { body: 'Is opgelost.' } }
  },
})

export const noteDelete = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/notes/delete',
  form: z.object({ id }),
  formRecords: { id: 'note' },
  save: async ({ trx, viewer, form }) => {
    const subject = await deleteNote(trx, viewer, form.id)
    return { changed: changed(form.id, subject), flash: { str: 'Notitie verwijderd', type: 'success' } }
  },
  example: (story, role) => {
    const note = story.notes[role]
    return note === undefined ? null : { form: { id: note }, foreign: { id: story.notes[2]! } }
  },
})
