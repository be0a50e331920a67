import { type Viewer, may } from '../../../platform/access/viewer.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import { addressOf, networkAt } from '../../../platform/http/network.ts'
import { Throttle } from '../../../platform/http/throttle.ts'
import { tokenHash } from '../../../platform/links.ts'
import { type PublicAnswer, publicPage, throttledPage } from '../../../platform/screens/call/public.ts'
import { type Services, singleton } from '../../../platform/services.ts'
import { paperPdf } from '../../sales/papers/index.ts'
import { type Quotation, quotationFacts } from '../quotations/index.ts'
import { quotationsArea } from '../quotations/rights.ts'
import { type Outcome, acceptOnline, askOnline, declineOnline, viewOnline } from './answering.commands.ts'
import { AnswerForm, type AnswerInput, sentOf } from './answers.forms.ts'
import { type Said, goneModel, pageModel } from './answers-page.queries.ts'
import { findByToken, findSigning } from './answers.queries.ts'
import { standingOf } from './answers.rules.ts'
import { signedDownload } from './signing.files.ts'

/** A whole office may look from one address; who guesses links or answers by machine gets no further than this. */
const BY_ADDRESS = { name: 'quotation-address', tries: 240, seconds: 600 }
const BY_TOKEN = { name: 'quotation-token', tries: 480, seconds: 600 }
const ANSWERED = { name: 'quotation-answered', tries: 30, seconds: 600 }

const throttlesOf = singleton(({ pool }) => ({
  addresses: new Throttle(pool, BY_ADDRESS),
  tokens: new Throttle(pool, BY_TOKEN),
  answers: new Throttle(pool, ANSWERED),
}))

const TITLE = 'Offerte'
const VIEW = 'administration/quotation-answers/page'

/** Counts a look; what is made up counts likewise, by what it would look like in the database. */
async function look(services: Services, address: string, token: string): Promise<void> {
  const { addresses, tokens } = throttlesOf(services)
  await addresses.spend(address)
  await tokens.spend(tokenHash(token))
}

/** Whoever makes quotations looks at what the customer sees, and answers nothing in their name. */
const isOurs = (viewer: Viewer | null): boolean => viewer !== null && may(viewer, quotationsArea, 'change')
const placeOf = (token: string): string => `/offerte/${encodeURIComponent(token)}`

interface Asked {
  services: Services
  viewer: Viewer | null
  token: string
}

async function pageOf({ services, viewer, token }: Asked, said: Said | null = null): Promise<PublicAnswer> {
  const quotation = await findByToken(services.db, token)
  const model = quotation ? await pageModel(services, quotation, said, isOurs(viewer)) : await goneModel(services.db)
  return { view: VIEW, data: { action: placeOf(token), ...model } }
}

/** What becomes of an answer; null for looking and for counting, which write nothing down. */
function answering(
  services: Services,
  { id }: Quotation,
  form: AnswerInput,
  address: string,
): ((trx: Trx) => Promise<Outcome>) | null {
  switch (form.answer) {
    case 'accept':
      return (trx) => acceptOnline(trx, services, id, { form, address })
    case 'decline':
      return (trx) => declineOnline(trx, services, id, form)
    case 'ask':
      return (trx) => askOnline(trx, services, id, form)
    case 'count':
    case 'view':
      return null
  }
}

const NOTES: Partial<Record<Outcome, string>> = {
  changed: 'De offerte is intussen gewijzigd. Uw antwoord is niet opgeslagen. Lees hem opnieuw en antwoord dan.',
  'counted anew':
    'Het totaal hoort nu bij uw keuze. Uw antwoord is nog niet opgeslagen. Kijk het na en accepteer opnieuw.',
}

const NOTHING_DONE = { status: 204, content: { type: 'text/plain', body: '' } }

/** A quotation for who has its link: read, options ticked, asked about, accepted or declined. */
export const quotationPage = publicPage({
  path: '/offerte/:token(word)',
  title: TITLE,
  drawing: true,
  show: async ({ services, params, viewer, address }) => {
    await look(services, address, params.token)
    return pageOf({ services, viewer, token: params.token })
  },
  form: AnswerForm,
  submit: async ({ services, params: { token }, viewer, address, form, exchange: { req } }) => {
    await look(services, address, token)
    const asked = { services, viewer, token }
    const quotation = await findByToken(services.db, token)
    if (!quotation || isOurs(viewer)) return pageOf(asked)
    if (form.answer === 'view') {
      await inTransaction(services.db, null, (trx) => viewOnline(trx, services, quotation.id))
      return NOTHING_DONE
    }
    const work = answering(services, quotation, form, addressOf(req))
    const sent = sentOf((req.body ?? {}) as Record<string, unknown>)
    if (work === null) return pageOf(asked, { sent, errors: {}, note: null })
    await throttlesOf(services).answers.spend(tokenHash(token))
    const outcome = await inTransaction(services.db, null, work)
    const note = NOTES[outcome]
    if (note === undefined) return { redirect: placeOf(token) }
    // What was signed was signed for something else.
    return { ...(await pageOf(asked, { sent: { ...sent, signature: '' }, errors: {}, note })), status: 409 }
  },
  invalid: async (error, exchange) => {
    const { services, params, viewer, req } = exchange
    const isWrong = error instanceof Invalid
    if (!isWrong && !(error instanceof HttpError && error.status === 409)) return throttledPage(error, exchange)
    if (isWrong) await look(services, networkAt(req), String(params.token))
    const sent = sentOf((req.body ?? {}) as Record<string, unknown>)
    const errors = isWrong ? error.fields : { _form: [error.message] }
    return {
      ...(await pageOf({ services, viewer, token: String(params.token) }, { sent, errors, note: null })),
      status: error.status,
    }
  },
})

/** The same on paper: what was signed as it was kept, anything else as it is. */
export const quotationPdf = publicPage({
  path: '/offerte/:token(word)/pdf',
  title: TITLE,
  show: async ({ db, services, params: { token }, viewer, address }) => {
    await look(services, address, token)
    await throttlesOf(services).answers.spend(`pdf ${tokenHash(token)}`)
    const quotation = await findByToken(db, token)
    if (!quotation || standingOf(quotation) === 'away') return pageOf({ services, viewer, token })
    const signing = await findSigning(db, quotation)
    if (signing) return { download: await signedDownload(services, signing.id) }
    const facts = await quotationFacts(db, quotation.id)
    return { download: { name: facts.fileName, mimeType: 'application/pdf', content: paperPdf(services.files, facts) } }
  },
})
