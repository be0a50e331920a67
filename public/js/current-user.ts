/** Who is signed in, in a cookie for the scripts of the page (P-210); opens the terms for who has not agreed yet. */
import { onChanged } from './changes.ts'
import { type CurrentUser, TERMS_KEY, isSignIn, isSkipped, mustAgree } from './current-user-rules.ts'
import { viewerId } from './lib/dom.ts'
import { cookies } from './lib/browser-storage.ts'
import { fetchJson, RequestFailed } from './lib/request.ts'
import { openPopup } from './popup/open.ts'

const COOKIE = 'current_user'

async function refresh(): Promise<CurrentUser | null> {
  try {
    const user = await fetchJson<CurrentUser>('/ajax/getCurrentUser', { failText: '' })
    cookies.set(COOKIE, JSON.stringify(user))
    return user
  } catch (error) {
    if (!(error instanceof RequestFailed) && !(error instanceof TypeError)) throw error
    return null
  }
}

export function startCurrentUser(): void {
  const isSignedIn = document.body.dataset.viewer !== undefined
  // Nobody is signed in any more: what the cookie says about the last one goes too.
  if (!isSignedIn && (!isSkipped(location) || isSignIn(location)) && cookies.get(COOKIE) !== null)
    cookies.set(COOKIE, '', 0)
  if (!isSignedIn || isSkipped(location)) return
  void refresh().then((user) => {
    if (user && mustAgree(user)) void openPopup(`/terms?key=${TERMS_KEY}`)
  })
  // Agreeing, or anything else about the own account.
  onChanged(['user'], (items) => {
    if (items.some(({ id }) => id === 0 || String(id) === viewerId())) void refresh()
  })
}
