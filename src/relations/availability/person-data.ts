import { sql, type SqlBool } from 'kysely'
import { countOf } from '../../platform/database/count.ts'
import { maskHistory } from '../../platform/database/history.ts'
import { impersonal } from '../../platform/fields/facts.ts'
import { formatDate } from '../../platform/format/format.ts'
import { type PersonDataSource, personRows, type RetentionKind } from '../../system/privacy/points.ts'
import { awayText } from '../../system/occupations/index.ts'
import { absenceFields } from './availability.fields.ts'
import { listAbsences, listFreeDays, listWorkingWeeks } from './availability.queries.ts'
import { repeatText, weekText } from './availability.rules.ts'

/** When somebody was not there, and why. */
export const availabilityData: PersonDataSource = personRows({
  key: 'availability',
  label: 'Uw beschikbaarheid',
  rows: async (db, contactId) => {
    const [absences, freeDays, weeks] = await Promise.all([
      listAbsences(db).where('absences.contact_id', '=', contactId).orderBy('absences.first_day').execute(),
      listFreeDays(db).where('free_days.contact_id', '=', contactId).orderBy('free_days.first_day').execute(),
      listWorkingWeeks(db)
        .where('working_weeks.contact_id', '=', contactId)
        .orderBy('working_weeks.first_day')
        .execute(),
    ])
    return [
      ...absences.map((row) => ({
        Wat: absenceFields.kind.options?.[row.kind] ?? '',
        Wanneer: awayText(row),
        [absenceFields.reason.label]: row.reason,
      })),
      ...freeDays.map((row) => ({
        Wat: 'Vaste vrije dag',
        Wanneer: `${repeatText(row.first_day, row.every_weeks)}, vanaf ${formatDate(row.first_day)}`,
      })),
      ...weeks.map((row) => ({
        Wat: 'Werktijden',
        Wanneer: `${weekText(row.hours)}, vanaf ${formatDate(row.first_day)}`,
      })),
    ]
  },
  show: (row) => row,
  empties: [{ what: ['regel over beschikbaarheid', 'regels over beschikbaarheid'] }],
  deletes: ['absences', 'free_days', 'working_weeks'],
  history: { absence: absenceFields },
})

const toldBefore = (before: Date) =>
  sql<SqlBool>`(absences.kind <> 'unavailable' or absences.reason is not null) and upper(absences.during) < ${before}`

/** Why somebody was away is known no longer than it matters: illness is health data (rulings 10.17). */
export const absenceRetention: RetentionKind = {
  key: 'absence_reasons',
  label: 'Soort en reden van afwezigheid',
  basis: 'Na afloop van de afwezigheid worden soort en reden gewist, ook in de historie.',
  months: 1,
  count: (db, before) => countOf(db.selectFrom('absences').where(toldBefore(before))),
  remove: async (trx, before) => {
    const cleared = await trx
      .updateTable('absences')
      .set({ kind: 'unavailable', reason: null })
      .where(toldBefore(before))
      .returning('id')
      .execute()
    await maskHistory(
      trx,
      'absence',
      cleared.map(({ id }) => id),
      impersonal(absenceFields),
    )
    return cleared.length
  },
}
