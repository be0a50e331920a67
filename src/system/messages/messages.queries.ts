import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FieldMessages, Invalid, NotFound } from '../../platform/errors.ts'
import { formatNumber } from '../../platform/format/format.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { KnownRecord, RecordRef } from '../../platform/manifest.ts'
import { type Audience, type AudienceRow, type MailVariable, audienceOfRecord } from './points.ts'
import { SENDER_VARIABLES, templateProblem } from './template.rules.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { mailLeaves } from '../../platform/mail/sending.ts'
import { carrying } from '../../platform/screens/form/carried.ts'
import type { Status } from '../../platform/screens/models.ts'
import type { Services } from '../../platform/services.ts'

/** What became of a mail, in words; a status is always hue and label. */
export const MAIL_STATES: Record<string, Status> = {
  scheduled: { label: 'Gepland', css: 'st-planned' },
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

/** States from which a mail leaves by itself. */
const WAITING = ['scheduled', 'queued', 'sending']

/** Whether a mail in this state leaves by itself. */
export const isWaiting = (state: string): boolean => WAITING.includes(state)

/** The same of the mails of a query. @param state its column */
export const isWaitingSql = (state: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${state} in (${sql.join(WAITING.map((each) => sql.lit(each)))})`

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
    .leftJoin('mailings', 'mailings.id', 'mails.mailing_id')
    .select(['mails.id', 'mails.recipient', 'mails.subject', 'mails.state', 'mails.error', 'mails.created_at'])
    .select('mailings.send_at')

export async function getMail(db: Db | Trx, id: number) {
  const mail = await db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.sent_by')
    .leftJoin('mailings', 'mailings.id', 'mails.mailing_id')
    .selectAll('mails')
    .select('mailings.send_at')
    .select('users.name as author')
    .where('mails.id', '=', id)
    .executeTakeFirst()
  if (!mail) throw new NotFound('Bericht')
  return mail
}

/** Those of these mails that are there, as they would be sent again, in the order of the outbox. */
export const listToResend = (db: Db | Trx, ids: readonly number[]) =>
  db
    .selectFrom('mails')
    .select(['id', 'subject', 'recipient', 'state', 'secret'])
    .select(sql<boolean>`text_body <> '' or html_body is not null`.as('hasText'))
    .where('id', 'in', ids.length === 0 ? [0] : [...ids])
    .orderBy('id')
    .execute()

export const listDefaults = (db: Db) =>
  db.selectFrom('default_messages').select(['default_messages.id', 'name', 'subject', 'version', 'updated_at'])

export async function getDefault(db: Db, id: number) {
  const message = await db.selectFrom('default_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!message) throw new NotFound('Standaardbericht')
  return message
}

/** What somebody wrote to many, to be written anew. */
export const findWritten = (db: Db, mailing: number) =>
  db.selectFrom('mailings').select(['subject', 'content']).where('id', '=', mailing).executeTakeFirst()

export const defaultOptions = (db: Db) =>
  db
    .selectFrom('default_messages')
    .select(['id', 'name'])
    .select(
      sql<number>`(select count(*)::integer from default_message_files f where f.default_message_id = default_messages.id)`.as(
        'files',
      ),
    )
    .orderBy(sql`name::text collate "nl-x-icu"`)
    .execute()

/** The default messages that can go to people of some kind of this audience, with the kinds that each can go to. */
export async function fittingDefaults(db: Db, audience: Audience) {
  const messages = await db
    .selectFrom('default_messages')
    .select(['id', 'name', 'subject', 'content'])
    .orderBy(sql`name::text collate "nl-x-icu"`)
    .execute()
  return messages
    .map(({ id, name, ...message }) => ({
      id,
      name,
      fits: audience.kinds
        .filter(({ variables }) => templateProblem(message, [...variables, ...SENDER_VARIABLES]) === null)
        .map(({ key }) => key),
    }))
    .filter(({ fits }) => fits.length > 0)
}

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
  const kinds = audience.kinds.map(({ key }) => key)
  const ofKind = (kind: string) => sql`
    select ${kind}::text as kind, coalesce(array_agg(a.id) filter (where ${validAddress}), '{}') as reached,
           coalesce(array_agg(a.id) filter (where not ${validAddress}), '{}') as missing
    from (${audience.people(viewer, ids, [kind])}) a`
  const { rows } = await sql<{ kind: string; reached: number[]; missing: number[] }>`
    ${sql.join(kinds.map(ofKind), sql` union all `)}`.execute(db)
  const together = (chosen: string[], of: 'reached' | 'missing') =>
    new Set(rows.filter(({ kind }) => chosen.includes(kind)).flatMap((row) => row[of])).size
  return Object.fromEntries(
    everyChoice(kinds).map((chosen) => [
      chosen.join(),
      { reached: together(chosen, 'reached'), missing: together(chosen, 'missing') },
    ]),
  )
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

/** Most people who are named that cannot be written to. */
const MOST_NAMED = 20

/** How many of these kinds would get a message, each person once; who has no usable address, and the first of those by name. */
export async function reachOf(
  db: Db,
  viewer: Viewer,
  audience: Audience,
  { ids, kinds }: { ids: number[]; kinds: string[] },
): Promise<RecipientCounts & { named: AudienceRow[] }> {
  if (kinds.length === 0) return { reached: 0, missing: 0, named: [] }
  const { rows } = await sql<AudienceRow & RecipientCounts & { valid: boolean }>`
    select a.*, ${validAddress} as valid,
           count(*) filter (where ${validAddress}) over ()::integer as reached,
           count(*) filter (where not ${validAddress}) over ()::integer as missing
    from (${audience.people(viewer, ids, kinds)}) a order by ${validAddress}, name, id limit ${MOST_NAMED}`.execute(db)
  const { reached, missing } = rows[0] ?? { reached: 0, missing: 0 }
  return { reached, missing, named: rows.filter(({ valid }) => !valid) }
}

/** What messages to all of these kinds may use: the variables that each of them has. */
function sharedVariables(audience: Audience, kinds: string[]): MailVariable[] {
  const chosen = audience.kinds.filter(({ key }) => kinds.includes(key))
  const [first, ...others] = chosen.length > 0 ? chosen : audience.kinds
  return (first?.variables ?? []).filter(({ name }) =>
    others.every(({ variables }) => variables.some((variable) => variable.name === name)),
  )
}

/**
 * Makes sure that a text can be made for all recipients of these kinds of an audience; without kinds for all of it.
 * @param beside what is told beside that
 * @throws Invalid (422) when it cannot
 */
export function refuseTemplate(
  audience: Audience,
  message: { subject: string; content: string },
  { kinds = audience.kinds.map(({ key }) => key), beside = {} }: { kinds?: string[]; beside?: FieldMessages } = {},
): void {
  const problem = templateProblem(message, [...sharedVariables(audience, kinds), ...SENDER_VARIABLES])
  if (problem !== null) throw new Invalid({ ...problem, ...beside })
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

/** Why a default message cannot go to these people of such records, as a sentence; null when it can. */
export async function fitsRecipients(
  db: Db | Trx,
  { registry }: Pick<Services, 'registry'>,
  to: { record: string; recipients: string; template: number },
): Promise<string | null> {
  const template = await db.selectFrom('default_messages').selectAll().where('id', '=', to.template).executeTakeFirst()
  if (!template) return 'Kies een standaardbericht.'
  const variables = sharedVariables(audienceOfRecord(registry, to.record), [to.recipients])
  const problem = templateProblem(template, [...variables, ...SENDER_VARIABLES])
  return problem === null ? null : (Object.values(problem).flat()[0] ?? null)
}
