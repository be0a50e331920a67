import * as z from 'zod'
import { idList } from '../../../platform/forms/fields.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { listSuggestions } from '../../proof/refreshers/index.ts'
import { getPlanningToFinish } from './finish.queries.ts'
import { studentsOf } from './finish.rules.ts'
import { finishArea } from '../../rights.ts'

/** What is proposed for students of a planning when they pass: all of them, or those that are named. */
export const refresherSuggestions = json({
  area: finishArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/getStudentRefresherSuggestions/:id',
  query: z.object({ students: idList(1000) }),
  answer: async ({ db, viewer, params, query }) => {
    const { appointment, rows } = await getPlanningToFinish(db, viewer, params.id)
    const wanted = new Set(query.students)
    const students = studentsOf(rows).filter(({ contactId }) => wanted.size === 0 || wanted.has(contactId))
    const contactIds = students.map(({ contactId }) => contactId)
    const { suggestions, next } = await listSuggestions(db, {
      planningId: appointment.group_id,
      contactIds,
      issuedOn: today(),
    })
    return suggestions.map(({ contactId, refreshers, refresher, refresherCourse, dueOn }, i) => ({
      contact: { id: contactId, name: students[i]!.name },
      refreshers: refreshers.map(({ group_id: _planning, ...own }) => ({
        ...own,
        expiration_date: formatDate(own.expires_at),
      })),
      refresher,
      refresherCourse: refresherCourse === null ? null : next,
      expirationDate: formatDate(dueOn),
    }))
  },
  example: (story) => ({ params: { id: story.appointments.toFinish } }),
})
