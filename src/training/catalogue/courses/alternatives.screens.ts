import { sql } from 'kysely'
import * as z from 'zod'
import { NotFound } from '../../../platform/errors.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { action, json } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { permittedActions } from '../../../platform/screens/popup/guarded-actions.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { setAlternative, unsetAlternative } from './alternatives.commands.ts'
import { listAlternatives, listAlternativesOf } from './alternatives.queries.ts'
import { courseFields } from './courses.fields.ts'
import { byDescription, getCourse } from './courses.queries.ts'
import { kindOf } from './courses.rules.ts'
import { coursesArea } from './rights.ts'

const access = { area: coursesArea, record: 'course' } as const
const both = { alsoRecords: { altId: 'course' } } as const

/** What is answered wherever a course becomes an alternative. */
const added = (courseId: number, count = 1) => ({
  changed: [{ type: 'course', id: courseId }],
  flash: {
    str: count === 1 ? 'Alternatief toegevoegd' : `${count} alternatieven toegevoegd`,
    type: 'success' as const,
  },
})

/** The courses that can take the place of one when its plannings are full: a tab of the course. */
export const alternativeTable = table({
  ...access,
  right: 'view',
  recordParam: null,
  alsoRecords: { id: 'course' },
  path: '/courses/:id/alternatives',
  title: 'Alternatieven',
  query: (db, _viewer, params) => listAlternatives(db, params.id),
  sorts: { description: { by: [byDescription] }, code: { by: [sql`courses.code collate "nl-x-icu"`] } },
  defaultSort: 'description',
  columns: [
    { field: 'description', kind: 'main', sort: 'description', cell: (course) => course.description },
    { field: 'code', sort: 'code', cell: (course) => course.code },
    { label: 'Soort', key: 'kind', cell: (course) => kindOf(course.online) },
  ],
  open: (course) => `/course/view/${course.id}`,
  rowCss: (course) => (course.active ? null : 'is-off'),
  rowActions: (course, viewer) =>
    permittedActions(viewer, [
      {
        label: 'Alternatief verwijderen',
        icon: 'x',
        kind: 'post',
        url: `/courses/${course.course_id}/unsetAlternative/${course.id}`,
        area: coursesArea,
        right: 'change',
      },
    ]),
  add: {
    label: 'Alternatieven toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/courses/:id/alternatives/add',
    area: coursesArea,
    right: 'change',
  },
  exportable: false,
  empty: {
    icon: 'arrows-split-2',
    title: 'Nog geen alternatieven',
    text: 'Is een planning vol, dan worden bij het inschrijven ook planningen van deze opleidingen aangeboden.',
  },
  example: (story) => ({ params: { id: story.courses.bhv } }),
})

export const alternativeAdd = formPopup({
  ...access,
  right: 'change',
  path: '/courses/:id/alternatives/add',
  home: '/courses',
  size: 'small',
  load: async ({ db, params }) => ({ course: await getCourse(db, params.id) }),
  title: 'Alternatieven toevoegen',
  subtitle: ({ course }) => course.description,
  view: 'training/courses/alternative',
  form: z.object(parsersOf(courseFields, 'alternatives')),
  formRecords: { alternatives: 'course' },
  submits: [{ label: 'Alternatieven toevoegen' }],
  save: async ({ trx, params, form }) => {
    for (const id of form.alternatives) await setAlternative(trx, params.id, id)
    return added(params.id, form.alternatives.length)
  },
  example: (story) => ({ params: { id: story.courses.bhv }, form: { 'alternatives[]': story.courses.ehbo } }),
})

/** The alternatives of the courses whose ids are given, separated by commas. */
export const alternativesJson = json({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/courses/alternatives/:courseIds(word)',
  answer: async ({ db, params }) => {
    const asked = idList(200).safeParse(params.courseIds)
    if (!asked.success) throw new NotFound('Opleiding')
    return listAlternativesOf(db, asked.data)
  },
  example: (story) => ({ params: { courseIds: `${story.courses.bhv},${story.courses.vca}` } }),
})

export const alternativeSet = action({
  ...access,
  ...both,
  right: 'change',
  path: '/courses/:id/setAlternative/:altId',
  save: async ({ trx, params }) => {
    await setAlternative(trx, params.id, params.altId)
    return added(params.id)
  },
  example: (story) => ({ params: { id: story.courses.vca, altId: story.courses.online } }),
})

export const alternativeUnset = action({
  ...access,
  ...both,
  right: 'change',
  path: '/courses/:id/unsetAlternative/:altId',
  save: async ({ trx, params }) => {
    await unsetAlternative(trx, params.id, params.altId)
    return {
      changed: [{ type: 'course', id: params.id }],
      flash: { str: 'Alternatief verwijderd', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.courses.bhv, altId: story.courses.bhvRefresher } }),
})
