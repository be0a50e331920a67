import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { type Catalogue, impersonal } from '../../../platform/fields/facts.ts'
import { told } from '../../../platform/fields/shown.ts'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import { type PersonDataSource, personRows, type RetentionKind } from '../../../system/privacy/points.ts'
import { enrolmentFields, reservationFields } from './enrolment.fields.ts'

const tell = told(enrolmentFields)

/** Of those that are the person's now, and of those that ever were. */
async function mask(trx: Trx, type: 'enrolment' | 'reservation', contactId: number, fields: Catalogue): Promise<void> {
  const now = await trx.selectFrom(`${type}s`).select('id').where('contact_id', '=', contactId).execute()
  const earlier = await everOf(trx, type, { contact_id: contactId })
  await maskHistory(trx, type, [...now.map(({ id }) => id), ...earlier], impersonal(fields))
}

const enrolments = personRows({
  key: 'enrolments',
  label: 'Uw inschrijvingen en resultaten',
  rows: (db, contactId) =>
    db
      .selectFrom('enrolments as e')
      .innerJoin('appointments', 'appointments.id', 'e.appointment_id')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select(['e.present', 'e.passed', 'e.arrived_at', 'e.note', 'e.waiver'])
      .select(['appointments.starts_at', 'appointments.description', 'courses.description as course'])
      .where('e.contact_id', '=', contactId)
      .orderBy('appointments.starts_at'),
  show: (row) => ({
    Opleiding: row.course,
    Onderdeel: row.description,
    Datum: formatDateTime(row.starts_at),
    ...tell(row, 'present', 'passed', 'arrived_at', 'note', 'waiver'),
  }),
  empties: [
    { what: ['opmerking bij een inschrijving', 'opmerkingen bij inschrijvingen'], of: ({ note }) => note !== '' },
    { what: ['reden van toelating', 'redenen van toelating'], of: ({ waiver }) => waiver !== '' },
  ],
  keeps: [
    {
      what: (count) =>
        `${formatCount(count, 'inschrijving', 'inschrijvingen')} met aanwezigheid en resultaat, zonder naam`,
      why: 'bewijs bij certificaten, tot twee jaar na de vervaldatum',
    },
  ],
})

/** What somebody took part in, with presence and result. */
export const enrolmentData: PersonDataSource = {
  ...enrolments,
  plan: async (db, contactId) => {
    const own = db.selectFrom('enrolments').innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    const coming = await countOf(own.where('contact_id', '=', contactId).where('starts_at', '>', new Date()))
    const what = formatCount(coming, 'planning', 'planningen')
    return {
      ...(await enrolments.plan(db, contactId)),
      blocked:
        coming === 0 ? [] : [`Deze persoon is nog ingeschreven voor ${what} die nog moeten komen. Schrijf eerst uit.`],
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
  mask: (trx, contactId) => mask(trx, 'enrolment', contactId, enrolmentFields),
}

/** What somebody keeps places for, or is asked about of a company that does. */
export const reservationData: PersonDataSource = {
  ...personRows({
    key: 'reservations',
    label: 'Uw gereserveerde plaatsen',
    rows: (db, contactId) =>
      db
        .selectFrom('reservations')
        .innerJoin('appointments', 'appointments.id', 'reservations.appointment_id')
        .select(['reservations.places', 'reservations.note', 'appointments.description', 'appointments.starts_at'])
        .where('reservations.contact_id', '=', contactId)
        .orderBy('appointments.starts_at'),
    show: (row) => ({
      Onderdeel: row.description,
      Datum: formatDateTime(row.starts_at),
      [reservationFields.places.label]: row.places,
      [reservationFields.note.label]: row.note,
    }),
    empties: [
      { what: ['opmerking bij een reservering', 'opmerkingen bij reserveringen'], of: ({ note }) => note !== '' },
    ],
  }),
  anonymise: async (trx, contactId) => {
    await trx.updateTable('reservations').set({ note: '' }).where('contact_id', '=', contactId).where('note', '<>', '').execute() // prettier-ignore
  },
  mask: (trx, contactId) => mask(trx, 'reservation', contactId, reservationFields),
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
      impersonal(enrolmentFields),
    )
    return emptied.length
  },
}
