import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { personRows } from '../../../system/privacy/points.ts'
import { licenseFields } from './e-learning.fields.ts'
import { listLicenses, stateOf } from './e-learning.queries.ts'
import { statusOf } from './e-learning.rules.ts'

/** Licences by which somebody followed an online course; the supplier keeps a record of its own. */
export const licenseData = personRows({
  key: 'e_learning_licenses',
  label: 'Uw licenties voor e-learning',
  rows: (db, contactId) =>
    listLicenses(db).where('e_learning_licenses.contact_id', '=', contactId).orderBy('e_learning_licenses.id'),
  show: (row) => ({
    [licenseFields.e_learning_course_id.label]: row.description,
    Stand: statusOf(stateOf(row), today()).label,
    [licenseFields.expires_on.label]: formatDate(row.expires_on),
    [licenseFields.progress.label]: row.progress,
    [licenseFields.grade.label]: row.grade,
  }),
  empties: [{ what: ['licentie voor e-learning', 'licenties voor e-learning'] }],
  deletes: ['e_learning_licenses'],
  history: { e_learning_license: licenseFields },
})
