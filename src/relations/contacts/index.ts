import * as accountLink from './account-link.screens.ts'
import * as memberships from './memberships.screens.ts'
import * as bulk from './bulk.screens.ts'
import * as calls from './calls.screens.ts'
import * as screens from './contacts.screens.ts'
import * as hiddenFields from './hidden-fields.screens.ts'
import * as options from './options.screens.ts'
import * as supervision from './supervision.screens.ts'
import * as view from './view.screens.ts'

export { addressLabelData, addressLabels } from './address-labels.ts'
export { listAddresses } from './addresses.queries.ts'
export { type Addressed, envelopeLines } from './addresses.rules.ts'
export { relationLabels } from './labels.ts'
export { relationMerges } from './merging.ts'

const { contactStep, ...ofAccounts } = accountLink
export { contactStep }
export const contactScreens = [
  screens,
  bulk,
  view,
  memberships,
  supervision,
  options,
  hiddenFields,
  calls,
  ofAccounts,
].flatMap((declared) => Object.values(declared))
export { contactSelector, skillSelector } from './contacts.selectors.ts'
export {
  byName,
  companyShownTo,
  companyText,
  contactNames,
  contactsVisibleTo,
  nameText,
  ownContactIds,
} from './contacts.queries.ts'
export { nameColumns } from '../naming/index.ts'
export { firstContactStep } from './company.todo.ts'
export { hasSupervisor } from './supervision.queries.ts'
export { contactSearch } from './contacts.search.ts'
export { addContact, takeAccountEmail } from './contacts.commands.ts'
export { changeContact } from './edit.commands.ts'
export { supervise } from './supervision.commands.ts'
export { contactFields } from '../naming/index.ts'
export { ContactForm, type ContactInput } from './contacts.forms.ts'
export { contactData } from './person-data.ts'
export { accountRestoring, contactRestoring } from './restoring.ts'
export { emailMissing } from './contacts.rules.ts'
export { addContacts } from './listed.commands.ts'
export { likelyDouble as likelyDoubleContact, listLikeListed as listLikeContacts } from './similar.queries.ts'
export { addressed, fullName, type NameParts } from '../naming/index.ts'
export { initialsInName } from '../naming/index.ts'
