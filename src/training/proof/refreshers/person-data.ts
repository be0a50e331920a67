import { told } from '../../../platform/fields/shown.ts'
import { personRows } from '../../../system/privacy/points.ts'
import { refresherFields } from './refreshers.fields.ts'

const tell = told(refresherFields)

/** What somebody has to take again; without the person there is nobody to remind, so it goes. */
export const refresherData = personRows({
  key: 'refreshers',
  label: 'Uw herhalingen',
  rows: (db, contactId) =>
    db
      .selectFrom('contact_refreshers')
      .innerJoin('courses', 'courses.id', 'contact_refreshers.course_id')
      .select(['courses.description as course', 'expires_at', 'invited_at', 'asked_at'])
      .where('contact_id', '=', contactId)
      .orderBy('expires_at'),
  show: (row) => ({
    [refresherFields.course_id.label]: row.course,
    ...tell(row, 'expires_at', 'invited_at', 'asked_at'),
  }),
  empties: [{ what: ['herhaling', 'herhalingen'] }],
  deletes: ['contact_refreshers'],
})
