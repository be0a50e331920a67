import * as screens from './accounts.screens.ts'
import * as email from './email-change.screens.ts'
import * as own from './own.screens.ts'
import * as ownSessions from './own-sessions.screens.ts'
import * as ownTwoStep from './own-two-step.screens.ts'
import * as pages from './two-step.screens.ts'

export const accountScreens = [
  ...Object.values(screens),
  ...Object.values(pages),
  ...Object.values(own),
  ...Object.values(ownSessions),
  ...Object.values(ownTwoStep),
  ...Object.values(email),
]
export {
  addUser,
  endAccess,
  endSession,
  endSessions,
  issueToken,
  keepAccountOf,
  linkAccount,
  mailFirstUse,
  noteAgreement,
  renameAccounts,
  retireAccount,
  setAccountActive,
  type NewUser,
} from './accounts.commands.ts'
export { findViewer, isForAdministrator, listSessions } from './accounts.queries.ts'
export { administratorLink } from './administrator-link.ts'
export { forgetEmailChange, mailEmailLinks } from './email-change.commands.ts'
export { recordFailures } from './failures.commands.ts'
export { hashPassword } from './passwords.rules.ts'
export { accountData, linkRetention } from './person-data.ts'
export { GUARDED_ROLES, ROLE_LABELS, ROLE_MEANINGS, roleOptions } from './roles.ts'
export { userSelfArea } from './rights.ts'
export { mailResetLink } from './reset-link.ts'
export { signInOf } from './sign-in.ts'
export { enforceTwoStep, resealTwoStep } from './two-step.commands.ts'
export {
  addAccount,
  disableAccounts,
  editAccount,
  lockAccounts,
  resetPassword,
  resetTwoStep,
  switchAccount,
} from './users.commands.ts'
