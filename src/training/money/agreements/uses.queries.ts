import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import type { InvoiceTo } from '../../../administration/catalogue/customers/index.ts'
import { planOrderPlaces } from '../ordering/index.ts'
import { listLines } from './agreements.queries.ts'

/** What people who come into a planning take of an agreement of their company. */
export interface PlacesTaken {
  agreementId: number
  name: string
  company: string
  lineId: number
  bought: number
  /** Before they take theirs. */
  left: number
  contactIds: number[]
  /** How many of the company come when nothing is left. */
  beyond: number
}

/** People of a company who are no contacts yet. */
interface Unknown {
  companyId: number
  count: number
}
const NONE: Unknown = { companyId: 0, count: 0 }

/**
 * Who of these is in no part of the planning yet, and of which company, in the order in which they take places; nobody
 * where it is given for companies alone. Who is no contact yet comes last, under ids below zero.
 */
async function listNewcomers(db: Db | Trx, planningId: number, contactIds: number[], { companyId, count }: Unknown) {
  const { rows } = await sql<{ contact_id: number; company_id: number; course_id: number }>`
    select contacts.id as contact_id, contacts.company_id, g.course_id
    from contacts join appointment_groups g on g.id = ${planningId} and not g.incompany
    where contacts.id = any(${contactIds}::integer[]) and contacts.company_id is not null
      and not exists (select from enrolments e join appointments a on a.id = e.appointment_id
        where a.group_id = g.id and a.status <> 'cancelled' and e.contact_id = contacts.id)
    union all
    select -n, ${companyId}::integer, g.course_id from appointment_groups g, generate_series(1, ${count}::integer) n
    where g.id = ${planningId} and not g.incompany
    order by 1`.execute(db)
  return rows.toSorted((a, b) => Number(a.contact_id < 0) - Number(b.contact_id < 0))
}

/**
 * What these people take of the agreements of their companies when they come into a planning: of the one that ends first
 * in front, and never more than is left.
 * @param holds keeps others from taking of them until the transaction ends
 * @param unknown who comes along without being a contact yet
 */
export async function planPlaces(
  db: Db | Trx,
  planningId: number,
  contactIds: number[],
  {
    holds = false,
    unknown = NONE,
    invoiceTo,
  }: { holds?: boolean; unknown?: Unknown; invoiceTo?: InvoiceTo | undefined } = {},
): Promise<PlacesTaken[]> {
  const all = await listNewcomers(db, planningId, contactIds, unknown)
  if (all.length === 0) return []
  const agreements = await db
    .selectFrom('training_agreements')
    .select(['id', 'company_id', 'name', 'ends_on'])
    .select((eb) =>
      eb.selectFrom('companies').select('companies.name').whereRef('companies.id', '=', 'company_id').as('company'),
    )
    .where('company_id', 'in', [...new Set(all.map(({ company_id }) => company_id))])
    .where('ends_on', '>=', today())
    .orderBy('id')
    .$if(holds, (query) => query.forUpdate())
    .execute()
  if (agreements.length === 0) return []
  // What was ordered goes before what was agreed; who holds the agreements holds the orders after them.
  const ordered = await planOrderPlaces(db, { planningId, contactIds, unknown, invoiceTo, holds })
  const onOrders = new Set(ordered.flatMap((taken) => taken.contactIds))
  const coming = all.filter(({ contact_id }) => !onOrders.has(contact_id))
  if (coming.length === 0) return []
  const lines = await listLines(db, agreements.map(({ id }) => id), today()) // prettier-ignore
  const usable = agreements
    .flatMap((agreement) => {
      const line = lines.find((one) => one.agreement_id === agreement.id && one.course_id === coming[0]!.course_id)
      return line?.active && line.period !== null ? [{ agreement, line }] : []
    })
    .sort((a, b) => (a.agreement.ends_on < b.agreement.ends_on ? -1 : 1))
  const waiting = [...coming]
  return usable
    .map(({ agreement, line }): PlacesTaken => {
      const own = waiting.filter(({ company_id }) => company_id === agreement.company_id)
      const taking = own.slice(0, line.left)
      for (const one of taking) waiting.splice(waiting.indexOf(one), 1)
      return {
        agreementId: agreement.id,
        name: agreement.name,
        company: agreement.company ?? '',
        lineId: line.id,
        bought: line.bought,
        left: line.left,
        contactIds: taking.map(({ contact_id }) => contact_id),
        beyond: own.length - taking.length,
      }
    })
    .filter((taken) => taken.contactIds.length > 0 || taken.beyond > 0)
}
