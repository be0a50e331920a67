import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import { tokenHash } from '../../../platform/links.ts'
import { isDone, listLines, repeatText } from '../../money/agreements/index.ts'
import { isOpenPartFor, partAddress } from '../../planning/appointments/index.ts'
import { type Namesake, whenText } from './apply.rules.ts'
import type { ApplyPerson } from './apply.forms.ts'

/** Plannings offered of one course. */
const MOST_PLANNINGS = 15

/** What a link can look like; anything else is not asked of the database. */
const TOKEN = /^[\w-]{22,64}$/

const byToken = (db: Db | Trx, token: string) =>
  db
    .selectFrom('training_agreement_links as link')
    .innerJoin('training_agreements', 'training_agreements.id', 'link.agreement_id')
    .innerJoin('companies', 'companies.id', 'training_agreements.company_id')
    .select([
      'training_agreements.id',
      'training_agreements.company_id',
      'training_agreements.ends_on',
      'companies.name as company_name',
      'companies.hidden_contact_fields',
    ])
    .where('link.token_hash', '=', tokenHash(TOKEN.test(token) ? token : ''))
    .where('companies.active', '=', true)

async function withLines<A extends { id: number; ends_on: string }>(db: Db | Trx, agreement: A | undefined) {
  if (!agreement) return null
  const lines = await listLines(db, [agreement.id], today())
  // Of a course that is not given any more nothing can be had.
  const left = lines.map((line) => (line.active ? line.left : 0))
  if (isDone(agreement.ends_on, left, today())) return null
  const shown = ({ period, valid_until, ...line }: (typeof lines)[number]) => ({
    ...line,
    until: period?.until ?? valid_until,
    isOver: period === null,
    repeat: repeatText({ repeat_count: line.repeat_count, repeat_unit: line.repeat_unit }),
  })
  return { ...agreement, lines: lines.map(shown) }
}

/** The agreement that a link leads to; null when there is nothing to be had by it, or it never was one. */
export const findOpen = async (db: Db | Trx, token: string) =>
  withLines(db, await byToken(db, token).executeTakeFirst())
export type OpenAgreement = NonNullable<Awaited<ReturnType<typeof findOpen>>>

/** The same, held until the transaction ends, so that all who use its places come one after the other. */
export const lockOpen = async (trx: Trx, token: string) =>
  withLines(trx, await byToken(trx, token).forUpdate('training_agreements').executeTakeFirst())

/** The courses of which there are places. */
export const coursesWithPlaces = ({ lines }: OpenAgreement) => lines.filter(({ left, active }) => left > 0 && active)

interface PartRow {
  group_id: number
  course_id: number
  id: number
  description: string
  starts_at: Date
  ends_at: Date
  free: number
  address: string
  online: boolean
}

/** Plannings of courses, with their parts, that a company can enrol so many people in, the first to come first. */
export async function listPlannings(
  db: Db | Trx,
  { courseIds, companyId, freeSpace }: { courseIds: number[]; companyId: number; freeSpace: number },
) {
  const { rows } = await sql<PartRow>`
    with open as (
      select appointments.group_id, g.course_id, min(appointments.starts_at) as first,
        row_number() over (partition by g.course_id order by min(appointments.starts_at), appointments.group_id) as place
      from appointments join appointment_groups g on g.id = appointments.group_id
      where g.course_id = any(${courseIds}::integer[]) and appointments.status <> 'cancelled'
      group by appointments.group_id, g.course_id
      having bool_and(${isOpenPartFor(companyId)})
        and min(appointments.max_count - appointments.enrolled_count - appointments.reserved_count) >= ${freeSpace}
    )
    select open.group_id, open.course_id, appointments.id, appointments.description, appointments.starts_at,
      appointments.ends_at, appointments.max_count - appointments.enrolled_count - appointments.reserved_count as free,
      ${partAddress} as address, courses.online
    from open join appointments on appointments.group_id = open.group_id and appointments.status <> 'cancelled'
    join courses on courses.id = open.course_id
    where open.place <= ${MOST_PLANNINGS}
    order by open.first, open.group_id, appointments.starts_at, appointments.id
  `.execute(db)
  return [...Map.groupBy(rows, ({ group_id }) => group_id)].map(([planningId, parts]) => ({
    appointment_group_id: planningId,
    course_id: parts[0]!.course_id,
    freeSpace: Math.min(...parts.map(({ free }) => free)),
    siblings: parts.map((part) => ({
      id: part.id,
      description: part.description,
      when: whenText(part.starts_at, part.ends_at),
      freeSpace: part.free,
      address: part.address,
      online: part.online,
      maps_url: part.address === '' ? '' : mapLink(part.address),
    })),
  }))
}
export type ApplyPlanning = Awaited<ReturnType<typeof listPlannings>>[number]

/** A planning that can be chosen; undefined when it is full by now, closed, or of nobody's concern. */
export const findPlanning = async (
  db: Db | Trx,
  asked: { planningId: number; courseId: number; companyId: number },
): Promise<ApplyPlanning | undefined> =>
  (await listPlannings(db, { courseIds: [asked.courseId], companyId: asked.companyId, freeSpace: 1 })).find(
    ({ appointment_group_id }) => appointment_group_id === asked.planningId,
  )

/** Active people of a company who are called like those on a form, by the place of these. */
export async function listNamesakes(trx: Trx, companyId: number, people: readonly ApplyPerson[]) {
  const names = people.map(({ first_name, last_name_prefix, last_name }) => first_name + last_name_prefix + last_name)
  const { rows } = await sql<Namesake>`
    select person.place::integer - 1 as place, contacts.id, lower(contacts.email::text) as email, contacts.birth_date
    from unnest(${names}::text[]) with ordinality as person (name, place)
    join contacts on contacts.identity_name = regexp_replace(normalise(person.name), '[^a-z0-9]', '', 'g')
    where contacts.active and exists (select 1 from contact_companies own
      where own.contact_id = contacts.id and own.company_id = ${companyId})
  `.execute(trx)
  return rows
}
