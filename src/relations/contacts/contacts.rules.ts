/** Names of the role ids as a contact's tags show them, in Dutch. */
export { ROLE_LABELS as CONTACT_ROLES, roleOptions as contactRoleOptions } from '../../system/accounts/index.ts'
