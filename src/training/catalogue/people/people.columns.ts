import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { contactFields } from '../../../relations/contacts/index.ts'
import { valueUnlessHidden } from '../../../relations/naming/index.ts'

const { shown } = columnsOf('contacts', contactFields)

/** How somebody of a list is reached, for who wants it there; refers to `contacts`. */
export const reachColumns = [
  shown('email'),
  shown('mobile_phone', { of: () => valueUnlessHidden('mobile_phone') }),
  shown('phone', { of: () => valueUnlessHidden('phone') }),
]

/** When somebody of a list was born; refers to `contacts`. */
export const birthDateColumn = shown('birth_date', { of: () => valueUnlessHidden('birth_date') })
