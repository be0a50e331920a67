import { sql } from 'kysely'
import { lockRow } from '../../../platform/database/versioned.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import { formatMoney } from '../../../platform/format/format.ts'
import type { Services } from '../../../platform/services.ts'
import {
  type Quotation,
  accept,
  decline,
  getQuotation,
  makeOrderOf,
  noteViewed,
  quotationFacts,
} from '../quotations/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { listSaleLines } from '../../sales/sales/index.ts'
import type { AnswerInput } from './answers.forms.ts'
import { fingerprint, offeredOf, reasonText, standingOf } from './answers.rules.ts'
import { mailAsked, mailThanks, mailToEmployee } from './answers.mails.ts'

/** The job that draws what was signed. */
export const DRAW = 'quotation-answers.draw'
/** Nobody asks more than this about one quotation. */
const MOST_QUESTIONS = 50

/**
 * What an answer came to: it is written down; the quotation is not to be answered any more; what it says, or what its total
 * was counted for, is not what was read.
 */
export type Outcome = 'done' | 'over' | 'changed' | 'counted anew'

const announce = (trx: Trx, services: Services, id: number): Promise<void> =>
  services.changes.announce(trx, [{ type: 'quotation', id }])

/** A quotation that its reader answers, locked: who answers at the same moment waits for this. */
async function lockQuotation(trx: Trx, id: number): Promise<Quotation> {
  await lockRow(trx, 'quotations', id)
  return getQuotation(trx, id)
}

/** What a quotation says now, with the options that there are to choose from, and what stands for all of it. */
export async function offerOf(db: Db | Trx, id: number) {
  const lines = await listSaleLines(db, { type: 'quotation', id })
  const options = lines.filter(({ kind, optional }) => kind === 'product' && optional).map((line) => line.id)
  const offered = offeredOf(await quotationFacts(db, id))
  return { lines, options, told: offered.told ?? [], seen: fingerprint(offered, options) }
}

const same = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

/**
 * The customer says yes to exactly what was shown: it is written down as it was read, with who signed it, when and from
 * where, and drawn soon after. Of two who do so at the same moment the second finds it accepted.
 * @throws Invalid where no name or no signature is given
 */
export async function acceptOnline(
  trx: Trx,
  services: Services,
  id: number,
  { form, address, now = new Date() }: { form: AnswerInput; address: string; now?: Date },
): Promise<Outcome> {
  const quotation = await lockQuotation(trx, id)
  if (standingOf(quotation) !== 'open') return 'over'
  const { lines, options, seen } = await offerOf(trx, id)
  if (seen !== form.seen || form.chosen.some((one) => !options.includes(one))) return 'changed'
  if (!same(form.chosen, form.counted)) return 'counted anew'
  refuseUnsigned(form)
  const comes = lines.some(
    ({ kind, optional, id: line }) => kind === 'product' && (!optional || form.chosen.includes(line)),
  )
  if (!comes) throw new Invalid({ _form: ['Kies minimaal één optie. Zonder optie staat er niets op deze offerte.'] })
  await noteViewed(trx, id, now)
  await accept(trx, id, { accepted_name: form.name, chosen: form.chosen }, now)
  const { id: signing } = await trx
    .insertInto('quotation_signings')
    .values({
      quotation_id: id,
      signed_at: now,
      name: form.name,
      address: address.slice(0, 60),
      signature: form.signature,
      seen,
      paper: JSON.stringify(offeredOf(await quotationFacts(trx, id))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await orderOf(trx, services, id)
  const accepted = await getQuotation(trx, id)
  await mailToEmployee(trx, services, accepted, {
    subject: `${accepted.uid} is geaccepteerd`,
    text: `${form.name} heeft ${accepted.uid} voor ${accepted.customer} geaccepteerd, voor ${formatMoney(accepted.total)} inclusief btw. ${order === null ? 'Maak er een order of een factuur van.' : `Order ${order} is ervan gemaakt.`}`,
  })
  await mailThanks(trx, services, accepted)
  await announce(trx, services, id)
  await services.jobs.add(trx, DRAW, { id: signing })
  return 'done'
}

/**
 * The order of what was just accepted, made in the same transaction and so once, where the settings say so; null where
 * they do not, or where none can be made, which keeps nobody from accepting.
 */
async function orderOf(trx: Trx, services: Services, id: number): Promise<string | null> {
  if (!(await readSetting(trx, 'quotations')).order_when_accepted) return null
  await sql`savepoint ordering`.execute(trx)
  try {
    const { id: order } = await makeOrderOf(trx, services.registry, id)
    await sql`release savepoint ordering`.execute(trx)
    await services.changes.announce(trx, [{ type: 'order', id: order }])
    const { uid } = await trx.selectFrom('orders').select('uid').where('id', '=', order).executeTakeFirstOrThrow()
    return uid
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await sql`rollback to savepoint ordering`.execute(trx)
    return null
  }
}

function refuseUnsigned({ name, signature, typed }: AnswerInput): void {
  const wrong = {
    ...(name === '' ? { name: ['Vul uw naam in.'] } : {}),
    ...(signature === null && !typed ? { signature: ['Zet een handtekening, of teken met uw naam.'] } : {}),
  }
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
}

/** The customer says no, and why. @throws Invalid without a reason */
export async function declineOnline(
  trx: Trx,
  services: Services,
  id: number,
  { reason, told }: Pick<AnswerInput, 'reason' | 'told'>,
): Promise<Outcome> {
  const quotation = await lockQuotation(trx, id)
  if (standingOf(quotation) !== 'open') return 'over'
  if (reason === null) throw new Invalid({ reason: ['Kies een reden.'] })
  if (reason === 'else' && told === '') throw new Invalid({ told: ['Vertel kort waarom.'] })
  const decline_reason = reasonText(reason, told)
  await noteViewed(trx, id)
  await decline(trx, id, { decline_reason })
  await mailToEmployee(trx, services, quotation, {
    subject: `${quotation.uid} is afgewezen`,
    text: `${quotation.customer} heeft ${quotation.uid} afgewezen.\n\nReden: ${decline_reason}`,
  })
  await announce(trx, services, id)
  return 'done'
}

/** The customer asks something. @throws Invalid without a question; HttpError where too much was asked already */
export async function askOnline(
  trx: Trx,
  services: Services,
  id: number,
  { name, question }: Pick<AnswerInput, 'name' | 'question'>,
): Promise<Outcome> {
  const quotation = await lockQuotation(trx, id)
  const standing = standingOf(quotation)
  if (standing !== 'open' && standing !== 'expired') return 'over'
  if (question === '') throw new Invalid({ question: ['Vul uw vraag in.'] })
  const asked = await trx
    .selectFrom('quotation_questions')
    .select('question')
    .where('quotation_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  // Sent twice is asked once.
  if (asked[0]?.question === question) return 'done'
  if (asked.length >= MOST_QUESTIONS) throw new HttpError(409, 'Er zijn al veel vragen gesteld. Bel ons gerust.')
  await noteViewed(trx, id)
  await trx.insertInto('quotation_questions').values({ quotation_id: id, name, question }).execute()
  await mailToEmployee(trx, services, quotation, {
    subject: `Vraag over ${quotation.uid}`,
    text: `${name || quotation.customer} vraagt over ${quotation.uid}:\n\n${question}`,
  })
  await announce(trx, services, id)
  return 'done'
}

/** The customer reads it. */
export async function viewOnline(trx: Trx, services: Services, id: number): Promise<void> {
  if (await noteViewed(trx, id)) await announce(trx, services, id)
}

/**
 * Somebody of the office answers a question; the customer reads it on the page, and hears of it where we know the address.
 * @returns its quotation
 * @throws NotFound; HttpError (409) where somebody else did already
 */
export async function answerQuestion(
  trx: Trx,
  services: Services,
  id: number,
  { answer, by, now = new Date() }: { answer: string; by: number; now?: Date },
): Promise<number> {
  const { answer: known, question, quotation_id } = await lockRow(trx, 'quotation_questions', id)
  if (known !== null) throw new HttpError(409, 'Deze vraag is al beantwoord.')
  await trx
    .updateTable('quotation_questions')
    .set({ answer, answered_at: now, answered_by: by })
    .where('id', '=', id)
    .execute()
  await mailAsked(trx, services, await getQuotation(trx, quotation_id), { question, answer })
  return quotation_id
}
