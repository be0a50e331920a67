import * as z from 'zod'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { checkbox, id, longText, phoneOrNull, textOrNull } from '../../../platform/forms/fields.ts'
import { Throttle } from '../../../platform/http/throttle.ts'
import { tokenHash } from '../../../platform/links.ts'
import { type PublicAnswer, publicPage, throttledPage } from '../../../platform/screens/call/public.ts'
import { singleton } from '../../../platform/services.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { enrolmentOfToken } from '../../messages/audiences/index.ts'
import { listQuestions } from '../questionnaires/index.ts'
import { RATES, WRONG, asksOf, screensOf } from './form.rules.ts'
import { type Round, findRound, listTeachers } from './rounds.queries.ts'
import { submit } from './submissions.commands.ts'
import { keptAnswers } from './submissions.queries.ts'

/** A company behind one address may answer for many people, each of whom sends some screens. */
const throttlesOf = singleton(({ pool }) => ({
  looks: new Throttle(pool, { name: 'evaluation-address', tries: 1200, seconds: 600 }),
  sent: new Throttle(pool, { name: 'evaluation-token', tries: 120, seconds: 600 }),
}))

/** Unknown, not for you, and over are answered alike. */
const OVER = {
  title: 'Deze link is niet meer in gebruik',
  text: 'U kunt met deze link niets (meer) invullen. Neem contact met ons op als u denkt dat dit niet klopt.',
}
const CHANGED = 'Deze evaluatie is intussen gewijzigd. Lees eerst of zij anoniem is en vul haar dan opnieuw in.'
const THANKS = { title: 'Bedankt voor uw antwoorden', text: 'Wij hebben ze ontvangen. U kunt deze pagina sluiten.' }

const ended = async (db: Db, shown: { title: string; text: string }): Promise<PublicAnswer> => {
  const { name, phone } = await readSetting(db, 'organisation')
  return { view: 'training/answer-pages/page', data: { shown, action: '', organisation: name, phone } }
}

/** What the form shows, to a student or to who builds it. */
export async function formModel(db: Db, round: Round, wrong: string | null = null) {
  const [questions, teachers, kept] = await Promise.all([
    listQuestions(db, round.version_id),
    listTeachers(db, round.group_id),
    round.draft_id === null ? [] : keptAnswers(db, round.draft_id),
  ])
  const { course, intro, anonymous, version_id } = round
  return {
    course,
    intro,
    anonymous,
    version_id,
    wrong,
    rates: RATES,
    screens: screensOf(asksOf(questions, teachers), kept),
  }
}

const show = async (db: Db, round: Round | undefined, token: string, wrong: string | null = null) => {
  if (round?.answered) return ended(db, THANKS)
  if (!round?.is_open) return ended(db, OVER)
  const data = { form: await formModel(db, round, wrong), action: `/evaluations/submit/${encodeURIComponent(token)}` }
  return { view: 'training/submissions/page', data }
}

const key = z.string().regex(/^q\d{1,10}(_\d{1,10})?(\.\d{1,10})?$/)
const one = longText(4000)
const most = (all: object) => Object.keys(all).length <= 600

const SentForm = z.object({
  version_id: id,
  anonymous: checkbox,
  finish: checkbox,
  /** Sent by the script of the form, which wants no page. */
  script: checkbox,
  answers: z.record(key, z.union([one, z.array(one).max(30)])).default({}).refine(most), // prettier-ignore
  reasons: z.record(key, longText(2000)).default({}).refine(most),
  call_name: textOrNull(120),
  call_phone: phoneOrNull,
})

const tried = (services: Parameters<typeof throttlesOf>[0], address: string) =>
  throttlesOf(services).looks.spend(address)

/** The evaluation of a planning, for who has the link. Opening it changes nothing. */
export const evaluationForm = publicPage({
  path: '/evaluations/submit/:token(word)',
  title: 'Evaluatie',
  show: async ({ db, services, params: { token }, address }) => {
    await tried(services, address)
    const enrolmentId = enrolmentOfToken(services.config, token)
    return show(db, enrolmentId === null ? undefined : await findRound(db, enrolmentId), token)
  },
  form: SentForm,
  submit: async ({ db, services, params: { token }, address, form }) => {
    await tried(services, address)
    await throttlesOf(services).sent.spend(tokenHash(token))
    const enrolmentId = enrolmentOfToken(services.config, token)
    if (enrolmentId === null) return form.script ? { json: { outcome: 'over' } } : ended(db, OVER)
    const { call_name: name, call_phone: phone, finish, version_id, anonymous, answers, reasons } = form
    const sent = { name, phone, finish, version_id, anonymous, answers, reasons }
    try {
      const outcome = await inTransaction(db, null, (trx) => submit(trx, { ...services, db: trx }, enrolmentId, sent))
      if (form.script) return { json: { outcome } }
      if (outcome === 'changed') return show(db, await findRound(db, enrolmentId), token, CHANGED)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      if (form.script) return { status: 422, json: { _form: [WRONG] } }
      return { status: 422, ...(await show(db, await findRound(db, enrolmentId), token, WRONG)) }
    }
    return show(db, await findRound(db, enrolmentId), token)
  },
  // What no form of ours sends reads the same as an answer that does not fit.
  invalid: (error, exchange) =>
    error instanceof Invalid ? { status: 422, json: { _form: [WRONG] } } : throttledPage(error, exchange),
})
