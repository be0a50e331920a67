import { type Expression, sql } from 'kysely'
import { type Viewer, isStaff } from '../../platform/access/viewer.ts'
import { formatDate } from '../../platform/format/format.ts'
import { languageName } from '../../platform/format/languages.ts'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'
import { contactFields, addressUnlessHidden, valueUnlessHidden } from '../naming/index.ts'

/** Of whose people every company is joined already. */
const placeFor = (viewer: Viewer) => (isStaff(viewer) ? { employer: 'companies' } : {})

/** A field that may be hidden for a person. */
const hidable = (field: 'birth_date' | 'gender' | 'job_title' | 'phone') => (viewer: Viewer) =>
  valueUnlessHidden(field, placeFor(viewer))

const address =
  (field: 'postal_code' | 'city') =>
  (viewer: Viewer): Expression<string | null> =>
    addressUnlessHidden(field, placeFor(viewer))

const genders = contactFields.gender.options ?? {}

/** What else is known of people, for who wants it in the list. */
export const contactColumns = [
  askedColumn({
    field: 'phone',
    edit: true,
    asks: hidable('phone'),
    cell: (phone) => (phone ? { text: phone, tel: phone } : null),
  }),
  askedColumn({ field: 'birth_date', asks: hidable('birth_date'), cell: (day) => formatDate(day) }),
  askedColumn({ field: 'gender', asks: hidable('gender'), cell: (gender) => genders[gender ?? ''] ?? null }),
  askedColumn({
    field: 'language',
    asks: () => sql<string | null>`contacts.language`,
    cell: (language) => (language === null ? null : languageName(language)),
  }),
  askedColumn({ field: 'job_title', edit: true, asks: hidable('job_title'), cell: (title) => title }),
  askedColumn({ field: 'postal_code', hiddenAs: 'address', asks: address('postal_code'), cell: (code) => code }),
  askedColumn({ field: 'city', hiddenAs: 'address', asks: address('city'), cell: (city) => city }),
  addedColumn('contacts'),
]
