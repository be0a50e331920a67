import { type Expression, type SqlBool, sql } from 'kysely'
import { NotFound } from '../../../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { nameText } from '../../../../relations/contacts/index.ts'
import { namesUrl } from '../enrolment.rules.ts'
import { enrolmentPlanningArea } from '../../../rights.ts'

/** Row scope of the record type 'reservation': planners only. */
export function reservationsVisibleTo(viewer: Viewer): Expression<SqlBool> {
  return viewerScope(viewer, enrolmentPlanningArea) === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`false`
}

const person = sql<string | null>`case when contacts.id is not null then ${nameText} end`

const reservations = (db: Db | Trx) =>
  db
    .selectFrom('reservations')
    .innerJoin('appointments', 'appointments.id', 'reservations.appointment_id')
    .leftJoin('companies', 'companies.id', 'reservations.company_id')
    .leftJoin('contacts', 'contacts.id', 'reservations.contact_id')
    .select([
      'reservations.id',
      'reservations.appointment_id',
      'reservations.company_id',
      'reservations.contact_id',
      'reservations.places',
      'reservations.names_by',
      'reservations.note',
      'reservations.version',
      'appointments.description',
      'appointments.group_id',
      'appointments.starts_at',
      'appointments.ends_at',
      'companies.name as company_name',
      person.as('contact_name'),
    ])

/** Who keeps how many places in a part, in Dutch order. */
export async function listReservations(db: Db | Trx, appointmentId: number) {
  const rows = await reservations(db)
    .select(sql<boolean>`appointments.status not in ('cancelled', 'done')`.as('takes_people'))
    .where('reservations.appointment_id', '=', appointmentId)
    .orderBy(sql`coalesce(companies.name, contacts.last_name) collate "nl-x-icu"`)
    .orderBy('reservations.id')
    .execute()
  return rows.map(({ takes_people, ...row }) => ({ ...row, namesUrl: takes_people ? namesUrl(row) : null }))
}

/** @throws NotFound */
export async function getReservation(db: Db | Trx, id: number) {
  const reservation = await reservations(db).where('reservations.id', '=', id).executeTakeFirst()
  if (!reservation) throw new NotFound('Reservering')
  return reservation
}

/** What a reservation is called: its company, its person, or both. */
export const reservedFor = (row: { company_name: string | null; contact_name: string | null }): string =>
  [row.company_name, row.contact_name].filter(Boolean).join(', ')

export async function reservationNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await reservations(db).where('reservations.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, reservedFor(row)]))
}
