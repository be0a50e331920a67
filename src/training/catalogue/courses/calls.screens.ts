import * as z from 'zod'
import { NotFound } from '../../../platform/errors.ts'
import { id, idList } from '../../../platform/forms/fields.ts'
import { action, json } from '../../../platform/screens/call/calls.ts'
import { removeComponent } from './components.commands.ts'
import { setCourseActive } from './courses.commands.ts'
import { listCourseDetails, listCourseNames } from './courses.queries.ts'
import { coursesArea } from './rights.ts'

const access = { area: coursesArea, record: 'course' } as const

export const courseNamesJson = json({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/ajax/getCourses',
  query: z.object({ id: idList() }),
  answer: async ({ db, query }) => {
    const courses = await listCourseNames(db, query.id.length > 0 ? query.id : undefined)
    return Object.fromEntries(courses.map((course) => [course.id, course.description]))
  },
  example: () => ({}),
})

export const courseJson = json({
  ...access,
  right: 'view',
  path: '/ajax/getCourse/:id',
  answer: async ({ db, params }) => {
    const [course] = await listCourseDetails(db, [params.id])
    if (!course) throw new NotFound('Opleiding')
    return course
  },
  example: (story) => ({ params: { id: story.courses.bhv } }),
})

export const coursesFetch = json({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/courses/fetch',
  // The specification says 'id list' without naming the field.
  query: z.object({ ids: idList(200), id: idList(200) }),
  answer: ({ db, query }) => listCourseDetails(db, [...query.ids, ...query.id]),
  example: (story) => ({ query: { ids: String(story.courses.bhv) } }),
})

export const courseDeactivate = action({
  ...access,
  right: 'change',
  path: '/course/deactivate/:id',
  save: async ({ trx, params }) => {
    await setCourseActive(trx, params.id, false)
    return {
      changed: [{ type: 'course', id: params.id }],
      flash: { str: 'Opleiding gedeactiveerd', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.courses.bhv } }),
})

export const courseActivate = action({
  ...access,
  right: 'change',
  path: '/course/activate/:id',
  save: async ({ trx, params }) => {
    await setCourseActive(trx, params.id, true)
    return { changed: [{ type: 'course', id: params.id }], flash: { str: 'Opleiding geactiveerd', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.courses.retired } }),
})

/**
 * The removal URL of a stored item in the repeating block of the course form (P-214). A component is no record of its
 * own: whose it is, is known when it is found, and so it is checked here.
 */
export const componentDelete = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/course/components/delete',
  form: z.object({ id }),
  save: async ({ trx, form, services, viewer }) => {
    const course = await removeComponent(trx, form.id)
    await services.registry.assertVisible(trx, viewer, 'course', course)
    return { changed: [{ type: 'course', id: course }], flash: { str: 'Onderdeel verwijderd', type: 'success' } }
  },
  example: (story) => ({ form: { id: story.courses.vca * 10 + 2 } }),
})
