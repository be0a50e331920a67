import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { told } from '../../../platform/fields/shown.ts'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import type { PersonDataSource, RetentionKind } from '../../../system/privacy/points.ts'
import { enrolmentFields, reservationFields } from './enrolment.fields.ts'

/** Columns of an enrolment that say nothing about the person. */
const KEPT_COLUMNS = impersonal(enrolmentFields)
const tell = told(enrolmentFields)

const enrolmentsOf = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'enrolments.id',
      'enrolments.present',
      'enrolments.passed',
      'enrolments.arrived_at',
      'enrolments.note',
      'enrolments.waiver',
      'appointments.starts_at',
      'appointments.description',
      'courses.description as course',
    ])
    .where('enrolments.contact_id', '=', contactId)
    .orderBy('appointments.starts_at')

/** What somebody took part in, with presence and result. */
export const enrolmentData: PersonDataSource = {
  key: 'enrolments',
  label: 'Uw inschrijvingen en resultaten',
  collect: async ({ db }, contactId) =>
    (await enrolmentsOf(db, contactId).execute()).map((row) => ({
      Opleiding: row.course,
      Onderdeel: row.description,
      Datum: formatDateTime(row.starts_at),
      ...tell(row, 'present', 'passed', 'arrived_at', 'note', 'waiver'),
    })),
  plan: async (db, contactId) => {
    const rows = await enrolmentsOf(db, contactId).execute()
    const notes = rows.filter(({ note }) => note !== '').length
    const waivers = rows.filter(({ waiver }) => waiver !== '').length
    const coming = rows.filter(({ starts_at }) => starts_at > new Date()).length
    return {
      emptied: [
        ...(notes === 0
          ? []
          : [formatCount(notes, 'opmerking bij een inschrijving', 'opmerkingen bij inschrijvingen')]),
        ...(waivers === 0 ? [] : [formatCount(waivers, 'reden van toelating', 'redenen van toelating')]),
      ],
      kept:
        rows.length === 0
          ? []
          : [
              {
                what: `${formatCount(rows.length, 'inschrijving', 'inschrijvingen')} met aanwezigheid en resultaat, zonder naam`,
                why: 'bewijs bij certificaten, tot twee jaar na de vervaldatum',
              },
            ],
      blocked:
        coming === 0
          ? []
          : [
              `Deze persoon is nog ingeschreven voor ${formatCount(coming, 'planning', 'planningen')} die nog moeten komen. Schrijf eerst uit.`,
            ],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx
      .updateTable('enrolments')
      .set({ note: '', waiver: '' })
      .where('contact_id', '=', contactId)
      .where((eb) => eb.or([eb('note', '<>', ''), eb('waiver', '<>', '')]))
      .execute()
  },
  mask: async (trx, contactId) => {
    const now = await trx.selectFrom('enrolments').select('id').where('contact_id', '=', contactId).execute()
    const earlier = await everOf(trx, 'enrolment', { contact_id: contactId })
    await maskHistory(trx, 'enrolment', [...now.map(({ id }) => id), ...earlier], KEPT_COLUMNS)
  },
}

const reservationsOf = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('reservations')
    .innerJoin('appointments', 'appointments.id', 'reservations.appointment_id')
    .select([
      'reservations.id',
      'reservations.places',
      'reservations.note',
      'appointments.description',
      'appointments.starts_at',
    ])
    .where('reservations.contact_id', '=', contactId)
    .orderBy('appointments.starts_at')

/** What somebody keeps places for, or is asked about of a company that does. */
export const reservationData: PersonDataSource = {
  key: 'reservations',
  label: 'Uw gereserveerde plaatsen',
  collect: async ({ db }, contactId) =>
    (await reservationsOf(db, contactId).execute()).map((row) => ({
      Onderdeel: row.description,
      Datum: formatDateTime(row.starts_at),
      [reservationFields.places.label]: row.places,
      [reservationFields.note.label]: row.note,
    })),
  plan: async (db, contactId) => {
    const notes = (await reservationsOf(db, contactId).execute()).filter(({ note }) => note !== '').length
    const emptied = notes === 0 ? [] : [formatCount(notes, 'opmerking bij een reservering', 'opmerkingen bij reserveringen')] // prettier-ignore
    return { emptied, kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.updateTable('reservations').set({ note: '' }).where('contact_id', '=', contactId).where('note', '<>', '').execute() // prettier-ignore
  },
  mask: async (trx, contactId) => {
    const now = await trx.selectFrom('reservations').select('id').where('contact_id', '=', contactId).execute()
    const earlier = await everOf(trx, 'reservation', { contact_id: contactId })
    await maskHistory(trx, 'reservation', [...now.map(({ id }) => id), ...earlier], impersonal(reservationFields))
  },
}

const notedBefore = (before: Date) => sql<SqlBool>`enrolments.note <> '' and exists (
  select 1 from appointments a where a.id = enrolments.appointment_id and a.ends_at < ${before})`

/** Notes hold wishes about food and health: what was needed for the day is not needed after it (GDPR article 9). */
export const noteRetention: RetentionKind = {
  key: 'enrolment_notes',
  label: 'Opmerkingen bij inschrijvingen',
  basis: 'Na afloop van de planning wordt de opmerking leeggemaakt, ook in de historie.',
  months: 3,
  count: (db, before) => countOf(db.selectFrom('enrolments').where(notedBefore(before))),
  remove: async (trx, before) => {
    const emptied = await trx
      .updateTable('enrolments')
      .set({ note: '' })
      .where(notedBefore(before))
      .returning('id')
      .execute()
    await maskHistory(
      trx,
      'enrolment',
      emptied.map(({ id }) => id),
      KEPT_COLUMNS,
    )
    return emptied.length
  },
}
