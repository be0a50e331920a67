import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { listDefaultFiles, queueForMoment, queueMailing } from '../../../system/messages/index.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import { lockForNumbers } from '../../invoices/invoices/index.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import { type MailedKind, MAILED, reminderAudience } from './audience.ts'
import { sharesOf } from './costs.rules.ts'
import { type KeptLetter, LETTER_NAMES, keptLetter } from './letter.rules.ts'
import { paidBeside } from './letters.queries.ts'
import { reminderMessages } from './messages.ts'
import { isCharged } from './planning.rules.ts'
import { planReminders } from './reminders.plan.ts'
import { customerKey } from './reminders.queries.ts'
import type { Payer, LetterItem, PlannedCustomer, PlannedLetter, ReminderPlan } from './types.ts'

/** A customer that was chosen, with what was shown of it; a program that saw nothing says nothing. */
export interface Chosen extends Buyers {
  shown?: string | undefined
}

export interface SentReminders {
  sent: { id: number; customer: string; step: PlannedLetter['step'] }[]
  skipped: { name: string; why: string }[]
}

const CHANGED = 'is intussen gewijzigd'
const GONE = 'hoeft niets meer te krijgen'

/** Two who send at the same time come one after the other, and what is paid meanwhile waits or is seen. */
export async function lockFor(trx: Trx, whose: readonly Buyers[]): Promise<void> {
  await sql`lock table reminders in share row exclusive mode`.execute(trx)
  const companies = whose.flatMap(({ company_id }) => company_id ?? [])
  const contacts = whose.flatMap(({ company_id, contact_id }) => (company_id === null ? (contact_id ?? []) : []))
  const { rows } = await sql<{ id: number }>`
    select id from invoices where open <> 0
      and (company_id = any(${companies}::integer[]) or (company_id is null and contact_id = any(${contacts}::integer[])))
  `.execute(trx)
  await lockForNumbers(
    trx,
    rows.map(({ id }) => id),
  )
  await sql`
    select from opening_items where open <> 0
      and (company_id = any(${companies}::integer[]) or (company_id is null and contact_id = any(${contacts}::integer[])))
    order by id for update`.execute(trx)
}

/** A letter that never left makes room for another one about the same. */
async function forgetUnsent(trx: Trx, items: readonly LetterItem[]): Promise<void> {
  const invoices = items.filter(({ kind }) => kind === 'invoice').map(({ record_id }) => record_id)
  const openings = items.filter(({ kind }) => kind === 'opening').map(({ record_id }) => record_id)
  await sql`
    update reminder_items i set counts = false from reminders r
    where r.id = i.reminder_id and i.counts and r.sent_at is null and i.step <> 'collection'
      and (i.invoice_id = any(${invoices}) or i.opening_item_id = any(${openings}))`.execute(trx)
}

/** Writes a letter down with what it is about. @returns its id */
export async function writeLetter(
  trx: Trx,
  { payer, kind, letter, facts, today, note = null }: {
    payer: Payer
    kind: PlannedLetter['step'] | 'statement'
    letter: Pick<PlannedLetter, 'items' | 'principal' | 'interest' | 'costs' | 'costsVat'>
    facts: KeptLetter | Record<string, never>
    today: string
    note?: string | null
  }, // prettier-ignore
): Promise<number> {
  // A fourteen-day letter asks them too, from the day after its term.
  const asks = kind === 'final' || kind === 'notice'
  const idsOf = (own: LetterItem['kind']) => letter.items.flatMap((item) => (item.kind === own ? [item.record_id] : []))
  const paid = paidBeside({
    invoices: sql`= any(${idsOf('invoice')}::integer[])`,
    openings: sql`= any(${idsOf('opening')}::integer[])`,
  })
  const { id } = await trx
    .insertInto('reminders')
    .values({
      ...{ company_id: payer.company_id, contact_id: payer.contact_id, step: kind, written_on: today, note },
      ...{ principal: letter.principal, interest: letter.interest },
      ...(asks ? { costs: letter.costs, costs_vat: letter.costsVat } : {}),
      facts: sql`${JSON.stringify(facts)}::jsonb || jsonb_build_object('paid_beside', ${paid})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const weights = letter.items.map((item) => (kind !== 'statement' && isCharged(kind, item) ? item.principal : 0))
  const shares = sharesOf(asks ? letter.costs + letter.costsVat : 0, weights)
  await trx
    .insertInto('reminder_items')
    .values(
      letter.items.map((item, i) => ({
        ...{ reminder_id: id, step: kind, open: item.open, costs: shares[i]! },
        // Of interest that was asked before no more is asked than grew since.
        interest: kind === 'final' ? Math.max(0, item.interest - item.earlierInterest) : 0,
        ...(item.kind === 'invoice' ? { invoice_id: item.record_id } : { opening_item_id: item.record_id }),
      })),
    )
    .execute()
  return id
}

async function writeCustomer(
  trx: Trx,
  { payer, letters }: PlannedCustomer,
  from: { seller: Awaited<ReturnType<typeof firmDetails>>; today: string; now: Date },
): Promise<SentReminders['sent']> {
  const { texts: _, ...seller } = from.seller
  const sent: SentReminders['sent'] = []
  for (const letter of letters) {
    await forgetUnsent(trx, letter.items)
    const facts = keptLetter(letter, { payer, ...from, seller })
    const id = await writeLetter(trx, { payer, kind: letter.step, letter, facts, today: from.today })
    sent.push({ id, customer: payer.name, step: letter.step })
  }
  return sent
}

/** What is to be written, of what was chosen, and what is not any more. */
function sortedOut(plan: ReminderPlan, chosen: readonly Chosen[]) {
  const planned = new Map(plan.customers.map((customer) => [customer.payer.key, customer]))
  const leftOut = new Map(plan.leftOut.map((one) => [one.payer.key, one]))
  const going: PlannedCustomer[] = []
  const skipped: { key: string; why: string }[] = []
  for (const one of chosen) {
    const key = customerKey(one)
    const customer = planned.get(key)
    if (!customer) skipped.push({ key, why: leftOut.get(key)?.why ?? GONE })
    else if (one.shown !== undefined && one.shown !== customer.shown) skipped.push({ key, why: CHANGED })
    else going.push(customer)
  }
  return { going, skipped }
}

const MISSING = (kind: MailedKind) =>
  `Kies bij Instellingen, E-mail, Herinneringen eerst een bericht voor: ${LETTER_NAMES[kind].toLowerCase()}.`

/** What goes with each kind of letter that is sent. @throws Invalid where none is chosen */
async function messagesFor(trx: Trx, services: Services, kinds: readonly MailedKind[]) {
  const found = new Map<MailedKind, { id: number; subject: string; content: string }>()
  for (const kind of kinds) {
    const message = await reminderMessages.find(trx, services, `${kind}_message`)
    if (message === null) throw new Invalid({ _form: [MISSING(kind)] })
    found.set(kind, message)
  }
  return found
}

const kindsOf = (going: readonly PlannedCustomer[]): MailedKind[] =>
  MAILED.filter((kind) => going.some(({ letters }) => letters.some(({ step }) => step === kind)))

/**
 * Writes the letters of these customers and queues their mails, exactly as they were shown; what is another one by now is
 * skipped and named. Each letter is drawn when it is its turn, and goes once.
 * @throws Invalid (422) where no message is chosen for a letter
 */
export async function sendReminders(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  chosen: readonly Chosen[],
  now = new Date(),
): Promise<SentReminders> {
  const { sent, skipped } = await writeChosen(trx, services, chosen, now)
  for (const [kind, message] of sent.messages) {
    const files = await listDefaultFiles(trx, message.id)
    await queueMailing(trx, services, viewer, reminderAudience, {
      ...{
        subject: message.subject,
        content: message.content,
        of: null,
        calendar: null,
        drawn: ['pdf'],
        kinds: [kind],
      },
      ids: sent.letters.filter(({ step }) => step === kind).map(({ id }) => id),
      attachments: files.map(({ id }) => id),
    })
  }
  return { sent: sent.letters, skipped }
}

async function writeChosen(trx: Trx, services: Services, chosen: readonly Chosen[], now: Date) {
  await lockFor(trx, chosen)
  const plan = await planReminders(trx, [...chosen], now)
  const { going, skipped } = sortedOut(plan, chosen)
  const messages = await messagesFor(trx, services, kindsOf(going))
  const seller = await firmDetails(trx)
  const letters: SentReminders['sent'] = []
  for (const customer of going) letters.push(...(await writeCustomer(trx, customer, { seller, today: today(now), now }))) // prettier-ignore
  const names = new Map([...plan.customers, ...plan.leftOut].map(({ payer }) => [payer.key, payer.name]))
  return {
    sent: { letters, messages },
    skipped: skipped.map(({ key, why }) => ({ name: names.get(key) ?? 'Een klant', why })),
  }
}

/** The same by itself, for one customer: in the name of the house. */
export async function sendByItself(
  trx: Trx,
  services: Services,
  chosen: Chosen,
  now: Date,
): Promise<SentReminders['sent']> {
  const { sent } = await writeChosen(trx, services, [chosen], now)
  for (const { id, step } of sent.letters) {
    const message = sent.messages.get(step as MailedKind)!
    const { facts } = await trx.selectFrom('reminders').select('facts').where('id', '=', id).executeTakeFirstOrThrow()
    await queueForMoment(trx, services, {
      ...{ record: { type: 'reminder', id }, message, sender: null, kind: step, inCalendars: false, drawn: ['pdf'] },
      template: message.id,
      people: [{ id, email: (facts as KeptLetter).mail.email }],
    })
  }
  return sent.letters
}
