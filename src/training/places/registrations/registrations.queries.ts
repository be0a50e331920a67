import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { findKnown } from '../enrolment/index.ts'
import { type ListedPerson, matchPeople } from '../participant-lists/index.ts'
import type {
  CompanySuggestion,
  EntryState,
  PersonSuggestion,
  Received,
  ReceivedCompany,
  Source,
} from './registrations.rules.ts'

/** Sign-ups that a popup shows at most; those that came first are processed first. */
const MOST_SHOWN = 200

const planningOf = sql<{
  part_id: number
  course: string
  starts_at: string
  place: string
  free: number
  open: boolean
} | null>`(
  select json_build_object('part_id', min(a.id), 'course', min(courses.description), 'starts_at', min(a.starts_at),
    'place', coalesce(min(a.city), min(establishments.city), ''),
    'free', min(a.max_count - a.enrolled_count - a.reserved_count),
    'open', min(a.starts_at) > now() and bool_and(a.status <> 'done'))
  from appointments a join appointment_groups g on g.id = a.group_id join courses on courses.id = g.course_id
    left join rooms on rooms.id = a.room_id left join establishments on establishments.id = rooms.establishment_id
  where a.group_id = entries.group_id and a.status <> 'cancelled' having count(*) > 0)`

export const listEntries = (db: Db | Trx) =>
  db
    .selectFrom('entries')
    .leftJoin('contacts', 'contacts.id', 'entries.contact_id')
    .leftJoin('companies', 'companies.id', 'entries.company_id')
    .leftJoin('e_learning_courses', 'e_learning_courses.code', 'entries.e_learning_course')
    .select([
      'entries.id',
      'entries.batch',
      'entries.source_name',
      'entries.received_at',
      'entries.group_id',
      'entries.e_learning_course',
      'e_learning_courses.id as e_learning_id',
      'e_learning_courses.description as e_learning',
      'e_learning_courses.expiry_days',
      'entries.name',
      'entries.email',
      'entries.company_name',
      'entries.message',
      'entries.contact_id',
      'entries.company_id',
      'entries.waits',
      'entries.version',
      'entries.created_at',
      'entries.updated_at',
      'companies.name as company',
      sql<Source>`entries.source`.as('source'),
      sql<EntryState>`entries.state`.as('state'),
      sql<Received>`entries.data`.as('data'),
      sql<boolean>`cardinality(entries.held_part_ids) > 0`.as('held'),
      sql<
        string | null
      >`nullif(concat_ws(' ', nullif(contacts.first_name, ''), nullif(contacts.last_name_prefix, ''), contacts.last_name), '')`.as(
        'contact',
      ),
      planningOf.as('planning'),
    ])
export type Entry = Awaited<ReturnType<ReturnType<typeof listEntries>['executeTakeFirstOrThrow']>>

/** What waits, and what was processed in the last day; of one planning where its number is told. */
export const listToProcess = (db: Db | Trx, planningId: number | null): Promise<Entry[]> =>
  listEntries(db)
    .where(
      sql<SqlBool>`(entries.state in ('received', 'failed')
        or (entries.state = 'processed' and entries.settled_at > now() - interval '1 day'))`,
    )
    .$if(planningId !== null, (query) => query.where('entries.group_id', '=', planningId))
    .orderBy(sql`min(entries.received_at) over (partition by entries.batch)`)
    .orderBy('entries.batch')
    .orderBy('entries.position')
    .limit(MOST_SHOWN)
    .execute()

/** Those that were sent together with this one. @throws NotFound */
export async function listBatchOf(db: Db | Trx, id: number): Promise<Entry[]> {
  const rows = await listEntries(db)
    .where('entries.batch', '=', (eb) =>
      eb.selectFrom('entries as asked').select('asked.batch').where('asked.id', '=', id),
    )
    .orderBy('entries.position')
    .execute()
  if (rows.length === 0) throw new NotFound('Registratie')
  return rows
}

/** @throws NotFound */
export async function lockEntry(trx: Trx, id: number) {
  const row = await trx
    .selectFrom('entries')
    .select([
      'id',
      'batch',
      'group_id',
      'e_learning_course',
      'held_part_ids',
      'contact_id',
      'company_id',
      'name',
      'waits',
    ])
    .select([sql<EntryState>`state`.as('state'), sql<Received>`data`.as('data')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFound('Registratie')
  return row
}
export type LockedEntry = Awaited<ReturnType<typeof lockEntry>>

/** A sign-up as a line of a participant list, which is what people are recognised by. */
export const personOf = ({ data: { contact, company } }: Pick<Entry, 'data'>, line: number): ListedPerson => ({
  lineNumbers: [line],
  fields: {
    initials: contact.initials || null,
    first_name: contact.first_name,
    last_name_prefix: contact.last_name_prefix,
    last_name: contact.last_name,
    birth_date: contact.birth_date,
    email: contact.email || null,
    phone: contact.phone || null,
    mobile_phone: null,
    company: company?.name ?? null,
    note: null,
  },
  remarks: [],
})

export interface PersonMatch {
  suggestions: PersonSuggestion[]
  /** Who is chosen beforehand: somebody, a new person (0), or nobody while it is not clear. */
  choice: number | null
  /** Why it is not clear. */
  doubt: string
}

/** Who the people may be, with why. */
export async function matchEntries(
  db: Db | Trx,
  viewer: Viewer,
  entries: readonly Pick<Entry, 'data'>[],
): Promise<PersonMatch[]> {
  if (entries.length === 0) return []
  const people = entries.map(personOf)
  const known = await findKnown(db, viewer, people)
  const nameOf = new Map(
    known.map((one) => [
      one.id,
      [one.first_name || one.initials, one.last_name_prefix, one.last_name].filter(Boolean).join(' '),
    ]),
  )
  return matchPeople(people, known).map((match): PersonMatch => {
    if (match.kind === 'new') return { suggestions: [], choice: 0, doubt: '' }
    if (match.kind === 'matched') {
      const { contactId: id } = match
      return {
        suggestions: [{ id, name: nameOf.get(id) ?? '', why: 'zelfde naam en geboortedatum' }],
        choice: id,
        doubt: '',
      }
    }
    return {
      suggestions: match.candidates.map(({ contactId: id, who, why }) => ({ id, name: who, why })),
      choice: match.candidates.length === 0 ? 0 : null,
      doubt: match.reason,
    }
  })
}

/** Companies that these may be, the surest first. */
export async function suggestCompanies(
  db: Db | Trx,
  companies: readonly (ReceivedCompany | null)[],
): Promise<CompanySuggestion[][]> {
  const asked = companies.flatMap((company, place) => (company === null ? [] : [{ place, ...company }]))
  const found: CompanySuggestion[][] = companies.map(() => [])
  if (asked.length === 0) return found
  const { rows } = await sql<CompanySuggestion & { place: number }>`
    select asked.place, companies.id, companies.name, concat_ws(', ',
        case when companies.client_id::text = asked.client_id then 'zelfde debiteurnummer' end,
        case when companies.coc_no = asked.coc_no then 'zelfde KVK-nummer' end,
        case when companies.search_text = normalise(asked.name) then 'zelfde naam' end,
        case when companies.email::text = lower(asked.email) then 'zelfde e-mailadres' end) as why
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) asked(place integer, name text, client_id text, coc_no text, email text)
    join companies on companies.active and ((asked.client_id <> '' and companies.client_id::text = asked.client_id)
      or (asked.coc_no <> '' and companies.coc_no = asked.coc_no)
      or companies.search_text = normalise(asked.name)
      or (asked.email <> '' and companies.email::text = lower(asked.email)))
    order by asked.place, companies.client_id::text = asked.client_id desc, companies.coc_no = asked.coc_no desc nulls last,
      companies.search_text = normalise(asked.name) desc, companies.id`.execute(db)
  for (const { place, ...company } of rows) if (found[place]!.length < 10) found[place]!.push(company)
  return found
}

/** The company that was made out of the same sign-up, for another of its people. */
export const findMade = (trx: Trx, batch: string) =>
  trx
    .selectFrom('entries')
    .innerJoin('companies', 'companies.id', 'entries.company_id')
    .select(['companies.id', 'companies.name'])
    .where('batch', '=', batch)
    .where('company_made', '=', true)
    .limit(1)
    .executeTakeFirst()

/** The parts of a planning that people come to, first to come first. */
export const listPlanningParts = (db: Db | Trx, planningId: number) =>
  db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select(['appointments.id', 'appointments.starts_at', 'appointments.ends_at', 'appointments.status'])
    .select(['courses.description as course', 'appointment_groups.incompany'])
    .where('appointments.group_id', '=', planningId)
    .where('appointments.status', '<>', 'cancelled')
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()

export async function entryNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('entries').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
