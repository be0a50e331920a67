import { rights } from '../../platform/access/rights.ts'
import { EVERYONE, ROLE } from '../../platform/access/roles.ts'

export const authSessionArea = rights('auth-session', { view: EVERYONE, change: EVERYONE })

export const loginAsArea = rights('login-as', { view: [ROLE.administrator], change: [ROLE.administrator] })

/** The own profile, sessions and preferences. */
export const userSelfArea = rights('user-self', { view: EVERYONE, change: EVERYONE })
