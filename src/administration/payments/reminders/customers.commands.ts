import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Services } from '../../../platform/services.ts'
import { today } from '../../../platform/format/zone.ts'
import { queueMailing, listDefaultFiles } from '../../../system/messages/index.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import { reminderAudience } from './audience.ts'
import { getPayer } from './customers.queries.ts'
import { statementLetter } from './letter.rules.ts'
import { reminderMessages } from './messages.ts'
import { itemOf } from './planning.rules.ts'
import { planReminders } from './reminders.plan.ts'
import { customerKey, listOpenItems } from './reminders.queries.ts'
import type { LetterItem } from './types.ts'
import { lockFor, writeLetter } from './sending.commands.ts'

export interface BlockInput {
  reason: 'arrangement' | 'payment' | 'other'
  blocked_until: string | null
  note: string | null
}

const whose = ({ company_id, contact_id }: Buyers) =>
  company_id === null
    ? ({ column: 'contact_id', id: contact_id! } as const)
    : ({ column: 'company_id', id: company_id } as const)

/** The block of a customer, whether it holds or is over. */
export const findBlock = (db: Trx, buyers: Buyers) => {
  const { column, id } = whose(buyers)
  return db.selectFrom('reminder_blocks').selectAll().where(column, '=', id).executeTakeFirst()
}

/** Stops letters to a customer. @returns the id of the block @throws Stale when someone else saved first */
export async function block(trx: Trx, buyers: Buyers, version: number, input: BlockInput): Promise<number> {
  const { column, id } = whose(buyers)
  const made = await trx
    .insertInto('reminder_blocks')
    .values({ [column]: id, ...input })
    .onConflict((conflict) => conflict.column(column).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const { id: row } = (await findBlock(trx, buyers))!
  await lockVersion(trx, 'reminder_blocks', row, version, { ...input })
  await trx.updateTable('reminder_blocks').set(input).where('id', '=', row).execute()
  return row
}

/** Lets letters go again. */
export async function unblock(trx: Trx, buyers: Buyers): Promise<void> {
  const { column, id } = whose(buyers)
  await trx.deleteFrom('reminder_blocks').where(column, '=', id).execute()
}

const sum = (items: readonly LetterItem[], of: 'principal' | 'interest') => items.reduce((all, item) => all + item[of], 0) // prettier-ignore

/** Writes down that what is ready for it was handed over, to whom. @throws HttpError (409) where nothing is ready any more */
export async function handOver(trx: Trx, key: string, buyers: Buyers, note: string): Promise<number> {
  await lockFor(trx, [buyers])
  const { toCollect } = await planReminders(trx, [buyers])
  const found = toCollect.find(({ payer }) => payer.key === key)
  if (!found) throw new HttpError(409, 'Er is niets meer om over te dragen.')
  const { payer, items } = found
  const letter = { items, principal: sum(items, 'principal'), interest: sum(items, 'interest'), costs: 0, costsVat: 0 }
  return writeLetter(trx, { payer, kind: 'collection', letter, facts: {}, today: today(), note })
}

/** What a customer has open, as letters tell it. */
export async function openOf(trx: Trx, buyers: Buyers, day: string): Promise<LetterItem[]> {
  const items = await listOpenItems(trx, [buyers], { day, due: false })
  return items.filter((item) => customerKey(item) === customerKey(buyers)).map((item) => itemOf(item, [], day))
}

/** Mails a customer the account of what is open. @throws HttpError (409) where nothing is, or it cannot be mailed */
export async function mailStatement(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  key: string,
  buyers: Buyers,
): Promise<number> {
  const now = new Date()
  const day = today(now)
  const payer = await getPayer(trx, key, day)
  const items = await openOf(trx, buyers, day)
  if (items.length === 0) throw new HttpError(409, 'Er staat niets open.')
  if (payer.email === '') throw new HttpError(409, `${payer.name} heeft geen e-mailadres.`)
  const message = await reminderMessages.find(trx, services, 'statement_message')
  if (message === null)
    throw new HttpError(409, 'Kies bij Instellingen, E-mail, Herinneringen eerst een bericht voor het rekeningoverzicht.') // prettier-ignore
  const { texts: _, ...seller } = await firmDetails(trx)
  const facts = statementLetter(items, { seller, payer, today: day, now })
  const letter = {
    items,
    principal: items.reduce((all, { open }) => all + open, 0),
    interest: 0,
    costs: 0,
    costsVat: 0,
  }
  const id = await writeLetter(trx, { payer, kind: 'statement', letter, facts, today: day })
  const files = await listDefaultFiles(trx, message.id)
  const { queued } = await queueMailing(trx, services, viewer, reminderAudience, {
    ...{ subject: message.subject, content: message.content, ids: [id], of: null, calendar: null, drawn: ['pdf'] },
    kinds: ['statement'],
    attachments: files.map((file) => file.id),
  })
  if (queued === 0) throw new HttpError(409, `${payer.name} heeft geen geldig e-mailadres.`)
  return id
}
