import { Forbidden, NotFound } from '../../platform/errors.ts'
import { isSameOrigin } from '../../platform/http/csrf.ts'
import {
  type MailProvider,
  type MailboxSignIn,
  beginSignIn,
  finishSignIn,
  forgetAccount,
  keepAccount,
  providerLabel,
} from '../../platform/mail/accounts.ts'
import { saveSession } from '../../platform/http/session.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { action } from '../../platform/screens/call/calls.ts'
import type { Flash } from '../../platform/screens/models.ts'
import { raw } from '../../platform/screens/call/raw.ts'
import { type Exchange, signedIn } from '../../platform/screens/screen.ts'
import type { Services } from '../../platform/services.ts'
import { settingsArea } from '../settings/rights.ts'

declare module 'express-session' {
  interface SessionData {
    /** A sign-in to a mailbox that is under way in this browser. */
    mailSignIn?: MailboxSignIn
  }
}

const SETTINGS = '/settings/?tab=mail'
const access = { area: settingsArea, right: 'change' } as const

function providerOf(params: Record<string, unknown>): MailProvider {
  const { type } = params
  if (type !== 'microsoft' && type !== 'google') throw new NotFound()
  return type
}

const callbackUrl = ({ config }: Services, provider: MailProvider) =>
  `${config.baseUrl}/settings/mail/callback/${provider}`

/** Back to the settings page, which shows the flash. */
async function back({ req, res }: Exchange, flash: Flash): Promise<void> {
  ;(req.session.flashes ??= []).push(flash)
  await saveSession(req)
  res.set('Cache-Control', 'no-store').redirect(303, SETTINGS)
}

/** Sends the administrator to the service to sign in; a link on our own page, not a form (CSP form-action). */
export const mailConnect = raw({
  ...access,
  path: '/settings/mail/connect/:type(word)',
  noUndo: 'account, right or secret',
  kind: 'action',
  methods: ['GET'],
  handle: async (exchange) => {
    const { req, res, services, params } = exchange
    const provider = providerOf(params)
    if (!isSameOrigin(req)) throw new Forbidden('Dit verzoek is geweigerd.')
    const config = services.config.mailProviders[provider]
    const label = providerLabel(provider)
    if (!config) return back(exchange, { str: `${label} is op deze server niet ingesteld.`, type: 'error' })
    const { url, signIn } = await beginSignIn(provider, config, callbackUrl(services, provider))
    req.session.mailSignIn = signIn
    await saveSession(req)
    res.set('Cache-Control', 'no-store').redirect(303, url)
  },
  example: () => ({ params: { type: 'microsoft' } }),
})

/** Where the service sends the administrator back to, with a code that is good once. */
export const mailCallback = raw({
  ...access,
  path: '/settings/mail/callback/:type(word)',
  noUndo: 'account, right or secret',
  kind: 'action',
  methods: ['GET'],
  handle: async (exchange) => {
    const { req, services, params, viewer } = exchange
    const provider = providerOf(params)
    const label = providerLabel(provider)
    const signIn = req.session.mailSignIn
    delete req.session.mailSignIn
    const config = services.config.mailProviders[provider]
    if (!signIn || signIn.provider !== provider || !config)
      return back(exchange, { str: 'Deze aanmelding is verlopen. Probeer het opnieuw.', type: 'error' })
    const connect = async (): Promise<Flash> => {
      const query = req.originalUrl.split('?')[1] ?? ''
      const account = await finishSignIn(config, signIn, new URL(`${callbackUrl(services, provider)}?${query}`))
      await inTransaction(services.db, signedIn(viewer), (trx) => keepAccount(trx, services.config, provider, account))
      return { str: `Berichten gaan voortaan via ${account.address}`, type: 'success' }
    }
    const flash = await connect().catch((error: unknown): Flash => {
      // The service's own words may hold codes; what is logged is the kind of failure only.
      services.log.warn({ provider, failure: error instanceof Error ? error.name : 'unknown' }, 'mail sign-in failed')
      return { str: `Aanmelden bij ${label} is niet gelukt.`, type: 'error' }
    })
    return back(exchange, flash)
  },
  example: () => ({ params: { type: 'google' } }),
})

export const mailDisconnect = action({
  ...access,
  path: '/settings/mail/disconnect',
  noUndo: 'account, right or secret',
  save: async ({ trx }) => {
    await forgetAccount(trx)
    return { flash: { str: 'De mailbox is losgekoppeld', type: 'success' }, changed: [{ type: 'setting', id: 0 }] }
  },
})
