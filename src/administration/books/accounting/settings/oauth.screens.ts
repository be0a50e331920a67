import type { Request } from 'express'
import { Forbidden, NotFound } from '../../../../platform/errors.ts'
import { isSameOrigin } from '../../../../platform/http/csrf.ts'
import { sendJson } from '../../../../platform/http/respond.ts'
import { saveSession } from '../../../../platform/http/session.ts'
import { action, json } from '../../../../platform/screens/call/calls.ts'
import type { Flash } from '../../../../platform/screens/models.ts'
import { page } from '../../../../platform/screens/page.ts'
import { raw } from '../../../../platform/screens/call/raw.ts'
import { type Exchange, signedIn } from '../../../../platform/screens/screen.ts'
import type { Services } from '../../../../platform/services.ts'
import { settingsArea } from '../../../../system/settings/index.ts'
import { accountingArea } from '../../ledger/rights.ts'
import type { ProviderKey } from '../types.ts'
import { connect, fetchLists } from './link.commands.ts'
import { findLink, statusOf } from './link.queries.ts'
import { PROVIDERS, configOf, isProvider } from '../providers/providers.ts'
import { forgetLink, loginUrl, newState } from '../providers/tokens.commands.ts'

declare module 'express-session' {
  interface SessionData {
    /** A sign-in to a package for bookkeeping that is under way in this browser, in a window of its own or not. */
    accountingSignIn?: { provider: ProviderKey; state: string; inWindow: boolean }
  }
}

const SETTINGS = '/settings/?tab=accounting'
const DONE = '/accounting/oauth/done'
/** Which package is linked is a setting. */
const access = { area: settingsArea, right: 'change' } as const
const callbackUrl = ({ config }: Services) => `${config.baseUrl}/accounting/oauth/callback`

/** 0: somebody has to sign in first. */
export const oauthStatus = json({
  area: accountingArea,
  right: 'view',
  path: '/accounting/oauth/status',
  answer: ({ services }) => statusOf(services),
  example: () => ({}),
})

/** Remembers that a sign-in began here, and answers where it is done. @throws NotFound where it is not registered */
async function begin(req: Request, services: Services, provider: ProviderKey, inWindow: boolean): Promise<string> {
  if (!isSameOrigin(req)) throw new Forbidden('Dit verzoek is geweigerd.')
  const config = configOf(services.config, provider)
  if (!config) throw new NotFound('Boekhoudpakket')
  const state = newState()
  req.session.accountingSignIn = { provider, state, inWindow }
  await saveSession(req)
  return loginUrl(PROVIDERS[provider], config, state, callbackUrl(services))
}

/** Where somebody signs in again to what is linked, for the window of signing in; null where nothing is linked. */
export const oauthLoginUrl = raw({
  area: accountingArea,
  right: 'view',
  path: '/accounting/oauth/getLoginUrl',
  kind: 'json',
  methods: ['GET'],
  handle: async ({ req, res, services }) => {
    const provider = (await findLink(services.db))?.provider
    const isKnown = provider !== undefined && isProvider(provider) && configOf(services.config, provider)
    sendJson(res, { url: isKnown ? await begin(req, services, provider, true) : null })
  },
  example: () => ({}),
})

/** Sends an administrator to a package to link it; a link on our own page, not a form (CSP form-action). */
export const oauthLogin = raw({
  ...access,
  path: '/accounting/oauth/login/:type(word)',
  kind: 'action',
  methods: ['GET'],
  noUndo: 'account, right or secret',
  handle: async ({ req, res, services, params }) => {
    const type = String(params.type)
    if (!isProvider(type)) throw new NotFound('Boekhoudpakket')
    const url = configOf(services.config, type) ? await begin(req, services, type, false) : SETTINGS
    res.set('Cache-Control', 'no-store').redirect(303, url)
  },
  example: () => ({ params: { type: 'exact' } }),
})

async function back({ req, res }: Exchange, to: string, flash: Flash): Promise<void> {
  ;(req.session.flashes ??= []).push(flash)
  await saveSession(req)
  res.set('Cache-Control', 'no-store').redirect(303, to)
}

/** Where a package sends the administrator back to, with a code that is good once. */
export const oauthCallback = raw({
  ...access,
  path: '/accounting/oauth/callback',
  kind: 'action',
  methods: ['GET'],
  noUndo: 'account, right or secret',
  handle: async (exchange) => {
    const { req, services, viewer } = exchange
    const signIn = req.session.accountingSignIn
    delete req.session.accountingSignIn
    if (!signIn)
      return back(exchange, SETTINGS, { str: 'Deze aanmelding is verlopen. Probeer het opnieuw.', type: 'error' })
    const { provider, state, inWindow } = signIn
    const { label } = PROVIDERS[provider]
    const to = inWindow ? DONE : SETTINGS
    try {
      const query = req.originalUrl.split('?')[1] ?? ''
      const callback = new URL(`${callbackUrl(services)}?${query}`)
      const name = await connect(services, signedIn(viewer), { provider, callback, state })
      // What can be chosen there is fetched again when it could not be now.
      await fetchLists(services, viewer).catch(() => undefined)
      return await back(exchange, to, { str: `${label} is gekoppeld: ${name}`, type: 'success' })
    } catch (error) {
      // The words of the package may hold codes; what is logged is the kind of failure only.
      services.log.warn({ provider, failure: error instanceof Error ? error.name : 'unknown' }, 'accounting sign-in failed') // prettier-ignore
      return back(exchange, to, { str: `Inloggen bij ${label} is niet gelukt.`, type: 'error' })
    }
  },
  example: () => ({}),
})

/** What the window of signing in shows at its end; it closes itself. */
export const oauthDone = page({
  area: accountingArea,
  right: 'view',
  path: DONE,
  title: 'Inloggen bij het boekhoudpakket',
  view: 'administration/accounting/done',
  load: async ({ services }) => ({ isIn: (await statusOf(services)) === 1 }),
  example: () => ({}),
})

/** Ends the link; what was booked stays where it is. */
export const accountingDisconnect = action({
  ...access,
  path: '/settings/accounting/disconnect',
  noUndo: 'account, right or secret',
  save: async ({ trx }) => {
    await forgetLink(trx)
    return { flash: { str: 'De koppeling is verbroken', type: 'success' }, changed: [{ type: 'setting', id: 0 }] }
  },
})
