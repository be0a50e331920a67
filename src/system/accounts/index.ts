import { profile } from './profile.screens.ts'
import { firstUse, login, loginAs, logout, requestReset, reset, stopLoginAs } from './accounts.screens.ts'

export const accountScreens = [login, firstUse, reset, requestReset, logout, loginAs, stopLoginAs, profile]
export {
  addUser,
  endSessions,
  issueToken,
  keepAccountOf,
  retireAccount,
  setPassword,
  type NewUser,
} from './accounts.commands.ts'
export { signInOf } from './accounts.screens.ts'
export { hashPassword } from './passwords.rules.ts'
