import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { contactFields } from '../../../relations/contacts/index.ts'
import { valueUnlessHidden } from '../../../relations/naming/index.ts'

/** How somebody of a list is reached, for who wants it there; refers to `contacts`. */
export const reachColumns = [
  askedColumn({
    field: 'email',
    label: contactFields.email.label,
    asks: () => sql<string | null>`contacts.email::text`,
    cell: (email) => (email ? { text: email, mail: email } : null),
  }),
  ...(['mobile_phone', 'phone'] as const).map((field) =>
    askedColumn({
      field,
      label: contactFields[field].label,
      asks: () => valueUnlessHidden(field),
      cell: (phone) => (phone ? { text: phone, tel: phone } : null),
    }),
  ),
]

/** When somebody of a list was born; refers to `contacts`. */
export const birthDateColumn = askedColumn({
  field: 'birth_date',
  label: contactFields.birth_date.label,
  asks: () => valueUnlessHidden('birth_date'),
  cell: (day) => formatDate(day),
})
