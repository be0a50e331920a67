import { countOf } from '../../../platform/database/count.ts'
import { told } from '../../../platform/fields/shown.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { refresherFields } from './refreshers.fields.ts'

const tell = told(refresherFields)

/** What somebody has to take again; without the person there is nobody to remind, so it goes. */
export const refresherData: PersonDataSource = {
  key: 'refreshers',
  label: 'Uw herhalingen',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('contact_refreshers')
      .innerJoin('courses', 'courses.id', 'contact_refreshers.course_id')
      .select(['courses.description as course', 'expires_at', 'invited_at', 'asked_at'])
      .where('contact_id', '=', contactId)
      .orderBy('expires_at')
      .execute()
    return rows.map((row) => ({
      [refresherFields.course_id.label]: row.course,
      ...tell(row, 'expires_at', 'invited_at', 'asked_at'),
    }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('contact_refreshers').where('contact_id', '=', contactId))
    return { emptied: count === 0 ? [] : [formatCount(count, 'herhaling', 'herhalingen')], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('contact_refreshers').where('contact_id', '=', contactId).execute()
  },
}
