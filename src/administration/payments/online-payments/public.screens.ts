import * as z from 'zod'
import { networkAt } from '../../../platform/http/network.ts'
import { Throttle } from '../../../platform/http/throttle.ts'
import { tokenHash } from '../../../platform/links.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import { publicCall } from '../../../platform/screens/call/public-call.ts'
import { type PublicAnswer, publicPage, throttledPage } from '../../../platform/screens/call/public.ts'
import { type Services, singleton } from '../../../platform/services.ts'
import { findPayable } from './links.queries.ts'
import { lookAt, startPayment } from './online.commands.ts'
import { goneModel, payModel } from './pay-page.queries.ts'
import { Refused } from './provider.adapter.ts'

/** A whole office may pay from one address; who guesses links or clicks by machine gets no further than this. */
const throttlesOf = singleton(({ pool }) => ({
  addresses: new Throttle(pool, { name: 'pay-address', tries: 240, seconds: 600 }),
  tokens: new Throttle(pool, { name: 'pay-token', tries: 480, seconds: 600 }),
  told: new Throttle(pool, { name: 'pay-told', tries: 1200, seconds: 600 }),
  payments: new Throttle(pool, { name: 'pay-begun', tries: 30, seconds: 600 }),
}))

const VIEW = 'administration/online-payments/page'
const placeOf = (token: string): string => `/betalen/${encodeURIComponent(token)}`

async function look(services: Services, address: string, token: string): Promise<void> {
  const { addresses, tokens } = throttlesOf(services)
  await addresses.spend(address)
  await tokens.spend(tokenHash(token))
}

/** After so many seconds who comes back looks again, each time; after the last of them on request. */
const LOOKS = [2, 3, 5, 10, 10, 30, 30, 30]

interface Said {
  isBack?: boolean
  /** Nobody looks on by itself any more. */
  isLast?: boolean
  problem?: string
}

async function pageOf(services: Services, token: string, said: Said = {}): Promise<PublicAnswer> {
  const invoice = await findPayable(services.db, services.config, token)
  const model = invoice ? await payModel(services, invoice, said) : await goneModel(services)
  return { view: VIEW, data: { action: placeOf(token), next: null, ...model } }
}

const NO_ANSWER =
  'De betaaldienst geeft nu geen antwoord. Probeer het over een paar minuten opnieuw, of maak het bedrag over.'

/** What is open of an invoice, for who has its link: paid online, or by a transfer. Opening it changes nothing. */
export const payPage = publicPage({
  path: '/betalen/:token(word)',
  title: 'Factuur betalen',
  show: async ({ services, params: { token }, query, address, exchange: { res } }) => {
    await look(services, address, token)
    const looked = /^\d{1,2}$/.test(String(query.keer)) ? Number(query.keer) : 0
    const next = LOOKS[looked]
    const answer = await pageOf(services, token, { isBack: query.betaald === '1', isLast: next === undefined })
    // Who comes back looks on until the bank says how it went, for some two minutes.
    if ((answer.data as { waits?: boolean }).waits && next !== undefined)
      res.set('Refresh', `${next};url=${placeOf(token)}?betaald=1&keer=${looked + 1}`)
    return answer
  },
  form: z.object({}),
  submit: async ({ services, params: { token }, address, exchange: { res } }) => {
    await look(services, address, token)
    await throttlesOf(services).payments.spend(tokenHash(token))
    const invoice = await findPayable(services.db, services.config, token)
    if (!invoice) return pageOf(services, token)
    try {
      const place = `${services.config.baseUrl}${placeOf(token)}`
      const next = await startPayment(services, invoice.id, place)
      if (next === null) return await pageOf(services, token)
      // A form may not lead elsewhere (CSP), a page may.
      res.set('Refresh', `0;url=${next}`)
      const { data } = await pageOf(services, token)
      return { view: VIEW, data: { ...data, next } }
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Refused)) throw error
      services.log.warn({ reason: error.message }, 'payment provider')
      return { ...(await pageOf(services, token, { problem: NO_ANSWER })), status: 503 }
    }
  },
  invalid: throttledPage,
})

/**
 * A provider tells that something changed, by an id and no more: how it stands is asked by a job. The answer is the same
 * for what nobody knows.
 */
export const webhook = publicCall({
  path: '/webhooks/:provider(word)',
  method: 'POST',
  handle: async ({ req, res, services, params }) => {
    const { id } = (req.body ?? {}) as { id?: unknown }
    // Who tells of more than a provider does is answered the same; the clock finds what was told in between.
    const isFlood = await throttlesOf(services).told.overspends(networkAt(req))
    if (!isFlood && params.provider === 'mollie' && typeof id === 'string' && /^tr_[\w-]{1,60}$/.test(id))
      await lookAt(services, id)
    res.status(200).type('txt').send('ok')
  },
})
