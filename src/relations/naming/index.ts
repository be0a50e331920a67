export { keepAccountNames } from './account-names.ts'
export { contactFields } from './contact-fields.ts'
export {
  ADDRESS_COLUMNS,
  HIDABLE_FIELDS,
  type HidableField,
  addressUnlessHidden,
  hiddenFields,
  initialsInName,
  listHiddenFields,
  listHiddenFieldsOf,
  notHidden,
  organisationHidden,
  unlessHidden,
  unlessHiddenFor,
  valueUnlessHidden,
  withoutHidden,
} from './hidden-fields.ts'
export { mapLink } from './map-link.ts'
export { nameColumns, nameColumnsOf } from './name-columns.ts'
export { type NameParts, addressed, fullName } from './names.ts'
export type { FieldNotes } from './notes.ts'
export { domainOf, phoneEnd } from './search-conditions.ts'
export { bornTermsOf, searchPartsOf, searchTermsOf } from './search-terms.rules.ts'
