/** What the browser decides about the current user, apart from what it does with it. */
export interface CurrentUser {
  id: number
  name: string
  /** Role id → role name. */
  roles: Record<string, string>
  agreedTo: string[]
  modules: string[]
}

/** The terms of October 2017. */
export const TERMS_KEY = 'terms_2017_10'

/** Pages for people without an account, or that others look at too (P-211). */
const PUBLIC_PAGES =
  /^\/(login|firstUse|reset|apply|evaluations\/submit|evaluations\/student|digital-presence|remote-support)(\/|$)/

/** Where the end of a session leads, and a new one begins. */
export const isSignIn = ({ pathname }: { pathname: string }): boolean => /^\/login(\/|$)/.test(pathname)

/** Whether this page does without knowing who looks; one with an e-mail address in its query does too. */
export function isSkipped({ pathname, search }: { pathname: string; search: string }): boolean {
  return PUBLIC_PAGES.test(pathname) || new URLSearchParams(search).has('email')
}

/** Whether this person has to agree to the terms: administrators only, once (P-203, P-204). */
export function mustAgree({ roles, agreedTo }: Pick<CurrentUser, 'roles' | 'agreedTo'>): boolean {
  return roles['1'] !== undefined && !agreedTo.includes(TERMS_KEY)
}
