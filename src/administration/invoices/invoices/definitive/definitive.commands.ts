import { sql } from 'kysely'
import { HttpError } from '../../../../platform/errors.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { today } from '../../../../platform/format/zone.ts'
import { readSetting } from '../../../../system/settings/index.ts'
import { firmDetails } from '../../../catalogue/firm/index.ts'
import { NUMBER_PREFIX, takeNumbers } from '../../../sales/sales/index.ts'
import { lockConcept } from '../concepts.commands.ts'
import { draftOf, lastDay } from './definitive.queries.ts'
import { lineProblems } from '../deposits/deposits.plan.ts'
import { dateProblem } from './snapshot.rules.ts'

/**
 * Locks concepts that get their numbers, and what they credit, in one order: nothing may wait once a number is taken. All
 * are found by their ids first, as conditions joined by 'or' would read every invoice.
 */
export async function lockForNumbers(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`
    select from invoices where id = any(array(
      select unnest(${ids}::integer[])
      union select credits_id from invoices where id = any(${ids})
      union select source.invoice_id from sale_lines l join sale_lines source on source.id = l.source_id
        where l.invoice_id = any(${ids})))
    order by id for update
  `.execute(trx)
}

const buyersOf = (trx: Trx, id: number) =>
  trx.selectFrom('invoices').select(['company_id', 'contact_id']).where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Gives a concept its number, without gaps or doubles whatever runs at once, and keeps what it says. It never changes after.
 * @returns the number
 * @throws NotFound; HttpError where it has one, where something is missing that the law asks for, where it credits what is
 *   not left, or where its day is not next
 */
export async function makeDefinitive(trx: Trx, id: number, now = new Date()): Promise<string> {
  await lockForNumbers(trx, [id])
  await lockConcept(trx, id)
  const { draft, missing, creditsId } = await draftOf(trx, id, await firmDetails(trx))
  if (missing.length > 0) throw new HttpError(409, missing.map(({ text }) => text).join(' '))
  const wrong = (await lineProblems(trx, [{ id, credits_id: creditsId, ...(await buyersOf(trx, id)) }])).get(id)
  if (wrong !== undefined) throw new HttpError(409, wrong)
  const { closed_until: closedUntil } = await readSetting(trx, 'bookkeeping')
  const year = Number(draft.invoiceDate.slice(0, 4))
  const [sequence] = await takeNumbers(trx, 'invoice', year)
  // Judged while nobody else can take a number of this year.
  const problem = dateProblem(draft.invoiceDate, { today: today(now), last: await lastDay(trx), closedUntil })
  if (problem !== null) throw new HttpError(409, problem)
  const number = `${NUMBER_PREFIX.invoice}${year}-${String(sequence).padStart(4, '0')}`
  await trx
    .updateTable('invoices')
    .set({ year, sequence: sequence!, definitive_at: now, snapshot: JSON.stringify({ number, ...draft }) })
    .where('id', '=', id)
    .execute()
  return number
}
