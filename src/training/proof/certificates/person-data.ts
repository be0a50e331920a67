import { formatDate } from '../../../platform/format/format.ts'
import { told } from '../../../platform/fields/shown.ts'
import { personRows } from '../../../system/privacy/points.ts'
import { certificateFields } from './certificates.fields.ts'

const tell = told(certificateFields)

/** Certificates keep the name that was printed: they prove something to others, as long as they can be checked. */
export const certificateData = personRows({
  key: 'certificates',
  label: 'Uw certificaten',
  rows: (db, contactId) =>
    db
      .selectFrom('certificates')
      .innerJoin('courses', 'courses.id', 'certificates.course_id')
      .select(['number', 'courses.description as course', 'issued_on', 'valid_until', 'withdrawn_at', 'snapshot'])
      .where('contact_id', '=', contactId)
      .orderBy('number'),
  show: (row) => ({
    ...tell(row, 'number'),
    [certificateFields.course_id.label]: row.course,
    ...tell(row, 'issued_on', 'valid_until'),
    [certificateFields.withdrawn_at.label]: formatDate(row.withdrawn_at),
    'Gedrukte waarden': JSON.stringify(row.snapshot),
  }),
  keeps: [
    {
      what: ['certificaat met de naam die erop staat', 'certificaten met de naam die erop staat'],
      why: 'bewijs van vakbekwaamheid, tot twee jaar na de vervaldatum',
    },
  ],
})
