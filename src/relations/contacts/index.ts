import * as screens from './contacts.screens.ts'

export const contactScreens = Object.values(screens)
export { contactSelector, skillSelector } from './contacts.selectors.ts'
export {
  byName,
  contactNameSql,
  contactNames,
  contactsVisibleTo,
  nameColumns,
  ownContactIds,
} from './contacts.queries.ts'
export { contactSearch } from './contacts.search.ts'
export { addContact } from './contacts.commands.ts'
export { ContactForm } from './contacts.forms.ts'
export { CONTACT_ROLES } from './contacts.rules.ts'
export { fullName, sortedName, type NameParts } from '../names.ts'
