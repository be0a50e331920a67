import { everOf, maskHistory } from '../../../platform/database/history.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { waitingFields } from './waiting-list.fields.ts'
import { entries } from './waiting-list.queries.ts'
import { wishText } from './why.rules.ts'

/** What somebody waits, or waited, for. */
export const waitingData: PersonDataSource = {
  key: 'waiting-list',
  label: 'Uw plaatsen op wachtlijsten',
  collect: async ({ db }, contactId) =>
    (await entries(db).where('waiting_entries.contact_id', '=', contactId).orderBy('waiting_entries.id').execute()).map(
      (row) => ({
        [waitingFields.course_id.label]: row.course,
        Planning: row.group_id,
        Wensen: wishText({ ...row, from: row.from_date, until: row.until_date }),
        [waitingFields.line_at.label]: formatDateTime(row.line_at),
        [waitingFields.state.label]: waitingFields.state.options![row.state]!,
      }),
    ),
  plan: async (db, contactId) => {
    const { count } = await db
      .selectFrom('waiting_entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('contact_id', '=', contactId)
      .executeTakeFirstOrThrow()
    return {
      emptied: count === 0 ? [] : [formatCount(count, 'plaats op een wachtlijst', 'plaatsen op wachtlijsten')],
      kept: [],
      blocked: [],
    }
  },
  // With it go the offers and the steps; a place that was held comes free.
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('waiting_entries').where('contact_id', '=', contactId).execute()
  },
  mask: async (trx, contactId) => {
    await maskHistory(
      trx,
      'waiting-entry',
      await everOf(trx, 'waiting-entry', { contact_id: contactId }),
      impersonal(waitingFields),
    )
  },
}
