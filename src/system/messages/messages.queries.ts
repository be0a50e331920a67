import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import { formatNumber } from '../../platform/format/format.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { KnownRecord, RecordRef } from '../../platform/manifest.ts'
import type { Audience, AudienceRow, MailVariable } from './points.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { mailLeaves } from '../../platform/mail/sending.ts'
import { carrying } from '../../platform/screens/carried.ts'
import type { Status } from '../../platform/screens/models.ts'
import type { Services } from '../../platform/services.ts'

/** What became of a mail, in words; a status is always hue and label. */
export const MAIL_STATES: Record<string, Status> = {
  queued: { label: 'In de wachtrij', css: 'st-planned' },
  sending: { label: 'Wordt verzonden', css: 'st-planned' },
  sent: { label: 'Verzonden', css: 'st-confirmed' },
  kept: { label: 'Niet verstuurd', css: 'st-option' },
  refused: { label: 'Geweigerd', css: 'st-cancelled' },
  bounced: { label: 'Teruggekomen', css: 'st-cancelled' },
  uncertain: { label: 'Onzeker', css: 'st-option' },
}

/** States in which a mail did not get where it should, or perhaps not: a person looks at them. */
const FAILED = ['kept', 'refused', 'bounced', 'uncertain']

/** Whether somebody has to look at a mail in this state. */
export const isFailed = (state: string): boolean => FAILED.includes(state)

/**
 * What became of some mails, by how many are in each state: '116 verzonden, 3 geweigerd', in the order of
 * `MAIL_STATES`.
 */
export function toldStates(counts: ReadonlyMap<string, number>): string {
  return Object.entries(MAIL_STATES)
    .flatMap(([state, { label }]) =>
      counts.has(state) ? [`${formatNumber(counts.get(state)!)} ${label.toLowerCase()}`] : [],
    )
    .join(', ')
}

/** What became of all mails of a mailing, in words; null for a mail that was written to one person. */
export async function mailingOutcome(db: Db, mailingId: number | null) {
  if (mailingId === null) return null
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from mails where mailing_id = ${mailingId} group by state`.execute(db)
  const people = rows.reduce((sum, { count }) => sum + count, 0)
  if (people < 2) return null
  const told = toldStates(new Map(rows.map(({ state, count }) => [state, count])))
  return { id: mailingId, people: formatNumber(people), told, failed: rows.some(({ state }) => isFailed(state)) }
}

/** What stands above the list, and above a message that is being written, while mail goes nowhere. */
export async function noMailServer(services: Services): Promise<string | null> {
  if (await mailLeaves(services)) return null
  return 'Er is geen mailserver ingesteld: berichten worden hier bewaard en niet verstuurd. Een beheerder stelt hem in bij Instellingen, E-mail; daarna verstuurt u ze met Opnieuw versturen.'
}

/** Whether messages can hang on records of this type. */
export const carriesMessages = carrying('messages')

/** Mails about a record, or to it, and those that went to its people. */
export const mailsOf = ({ type, id }: RecordRef): Expression<SqlBool> => sql<SqlBool>`mails.id in (
  select about.id from mails about where about.object_type = ${type} and about.object_id = ${id}
  union all
  select one.id from mailings join mails one on one.mailing_id = mailings.id
  where mailings.object_type = ${type} and mailings.object_id = ${id})`

export const countMailsOf = (_viewer: Viewer, id: number, type: string): Expression<number> =>
  sql<number>`select count(*) from mails where ${mailsOf({ type, id })}`

export const listMails = (db: Db) =>
  db
    .selectFrom('mails')
    .select(['mails.id', 'mails.recipient', 'mails.subject', 'mails.state', 'mails.error', 'mails.created_at'])

export async function getMail(db: Db | Trx, id: number) {
  const mail = await db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.sent_by')
    .selectAll('mails')
    .select('users.name as author')
    .where('mails.id', '=', id)
    .executeTakeFirst()
  if (!mail) throw new NotFound('Bericht')
  return mail
}

export const listAttachments = (db: Db | Trx, mailId: number) =>
  db
    .selectFrom('mail_attachments')
    .innerJoin('stored_files', 'stored_files.id', 'mail_attachments.file_id')
    .select(['stored_files.id', 'stored_files.name'])
    .where('mail_id', '=', mailId)
    .orderBy('stored_files.id')
    .execute()

export const listDefaults = (db: Db) =>
  db.selectFrom('default_messages').select(['default_messages.id', 'name', 'subject', 'updated_at'])

export async function getDefault(db: Db, id: number) {
  const message = await db.selectFrom('default_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!message) throw new NotFound('Standaardbericht')
  return message
}

export const defaultOptions = (db: Db) =>
  db
    .selectFrom('default_messages')
    .select(['id', 'name'])
    .orderBy(sql`name::text collate "nl-x-icu"`)
    .execute()

/** An address that mail can be sent to, as the database tells: one @, no blanks, a dot in the domain. */
export const validAddress = sql<boolean>`coalesce(a.email ~ '^[^[:space:]@<>(),;:"]+@[^[:space:]@]+[.][^[:space:]@.]+$', false)`

interface RecipientCounts {
  reached: number
  missing: number
}

/** The kinds alone and together in every way: of three kinds seven choices. */
function everyChoice(kinds: string[]): string[][] {
  return kinds.reduce<string[][]>((choices, kind) => [...choices, ...choices.map((c) => [...c, kind]), [kind]], [])
}

/**
 * How many would get a message, and how many have no usable address, for every choice of kinds, by their names with
 * commas: somebody who is of two kinds is one person.
 */
export async function countPeople(
  db: Db,
  viewer: Viewer,
  audience: Audience,
  ids: number[],
): Promise<Record<string, RecipientCounts>> {
  const counts: Record<string, RecipientCounts> = {}
  for (const kinds of everyChoice(audience.kinds.map(({ key }) => key))) {
    const { rows } = await sql<RecipientCounts>`
      select count(*) filter (where ${validAddress})::integer as reached,
             count(*) filter (where not ${validAddress})::integer as missing
      from (${audience.people(viewer, ids, kinds)}) a`.execute(db)
    counts[kinds.join()] = rows[0]!
  }
  return counts
}

/** Some of the recipients of these kinds to show the message for; of all kinds unless told. */
export async function somePeople(
  db: Db,
  viewer: Viewer,
  audience: Audience,
  ids: number[],
  kinds = audience.kinds.map(({ key }) => key),
): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`
    select * from (${audience.people(viewer, ids, kinds)}) a where ${validAddress} order by name, id limit 100
  `.execute(db)
  return rows
}

/** What messages to all of these kinds may use: the variables that each of them has. */
export function sharedVariables(audience: Audience, kinds: string[]): MailVariable[] {
  const chosen = audience.kinds.filter(({ key }) => kinds.includes(key))
  const [first, ...others] = chosen.length > 0 ? chosen : audience.kinds
  return (first?.variables ?? []).filter(({ name }) =>
    others.every(({ variables }) => variables.some((variable) => variable.name === name)),
  )
}

/** What is wrong with the address of a record, if it has one: the last mail to it was refused or came back. */
export function addressWarning({ table, emailSql }: KnownRecord, id: number): RawBuilder<string | null> {
  if (!emailSql) return sql`null`
  return sql`
    select 'Het laatste bericht aan ' || ${emailSql} ||
      case last.state when 'bounced' then ' kwam terug' else ' werd geweigerd' end || coalesce(': ' || last.error, '.')
    from ${sql.table(table)}, lateral (
      select state, error from mails
      where lower(recipient) = lower(${emailSql}) and state in ('sent', 'refused', 'bounced')
      order by id desc limit 1
    ) as last
    where ${sql.ref(`${table}.id`)} = ${id} and last.state <> 'sent'`
}
