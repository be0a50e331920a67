import { type Viewer, isStaff } from '../../platform/access/viewer.ts'
import { languageName } from '../../platform/format/languages.ts'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { addressUnlessHidden, contactFields, valueUnlessHidden } from '../naming/index.ts'

const { shown, added } = columnsOf('contacts', contactFields)

/** Of whose people every company is joined already. */
const placeFor = (viewer: Viewer) => (isStaff(viewer) ? { employer: 'companies' } : {})

/** A field that may be hidden for a person. */
const hidable = (field: 'birth_date' | 'gender' | 'job_title' | 'phone') => (viewer: Viewer) =>
  valueUnlessHidden(field, placeFor(viewer))

const address = (field: 'postal_code' | 'city') =>
  shown(field, { hiddenAs: 'address', of: (viewer) => addressUnlessHidden(field, placeFor(viewer)) })

/** What else is known of people, for who wants it in the list. */
export const contactColumns = [
  shown('phone', { edit: true, of: hidable('phone') }),
  shown('birth_date', { of: hidable('birth_date') }),
  shown('gender', { of: hidable('gender') }),
  shown('language', { as: (language: string | null) => (language === null ? null : languageName(language)) }),
  shown('job_title', { edit: true, of: hidable('job_title') }),
  address('postal_code'),
  address('city'),
  added,
]
