import { told } from '../../../platform/fields/shown.ts'
import { personRows } from '../../../system/privacy/points.ts'
import { retakeFields } from './retakes.fields.ts'

const tell = told(retakeFields)

/** Why somebody is not planned again; without the person there is nobody to plan. */
export const retakeData = personRows({
  key: 'retakes',
  label: 'Opleidingen waarvoor u niet opnieuw wordt ingepland',
  rows: (db, contactId) =>
    db
      .selectFrom('retakes_set_aside')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'retakes_set_aside.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select(['courses.description as course', 'reason'])
      .where('contact_id', '=', contactId)
      .orderBy('retakes_set_aside.id'),
  show: (row) => ({ Opleiding: row.course, ...tell(row, 'reason') }),
  empties: [{ what: ['reden om niet opnieuw in te plannen', 'redenen om niet opnieuw in te plannen'] }],
  deletes: ['retakes_set_aside'],
  history: { retake: retakeFields },
})
