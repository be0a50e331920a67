import { countOf } from '../../platform/database/count.ts'
import { everOf, maskHistory } from '../../platform/database/history.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { impersonal } from '../../platform/fields/facts.ts'
import { formatCount, formatDate } from '../../platform/format/format.ts'
import { instantOf } from '../../platform/format/zone.ts'
import { type PersonDataSource, type RetentionKind, olderRows } from '../privacy/points.ts'
import { sql } from 'kysely'
import { taskFields } from './tasks.fields.ts'

const about = (db: Db | Trx, contactId: number) =>
  db.selectFrom('tasks').selectAll('tasks').where('object_type', '=', 'contact').where('object_id', '=', contactId)

/** What somebody has to do about a person. */
export const taskData: PersonDataSource = {
  key: 'tasks',
  label: 'Taken over u',
  collect: async ({ db }, contactId) =>
    (await about(db, contactId).orderBy('day').orderBy('id').execute()).map((task) => ({
      [taskFields.title.label]: task.title,
      [taskFields.day.label]: formatDate(instantOf(task.day, '12:00')),
      [taskFields.note.label]: task.note,
      [taskFields.done.label]: task.done ? 'Ja' : 'Nee',
    })),
  plan: async (db, contactId) => {
    const count = await countOf(about(db, contactId))
    return { emptied: count === 0 ? [] : [formatCount(count, 'taak', 'taken')], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('tasks').where('object_type', '=', 'contact').where('object_id', '=', contactId).execute()
  },
  mask: async (trx, contactId) => {
    const tasks = await everOf(trx, 'task', { object_type: 'contact', object_id: contactId })
    await maskHistory(trx, 'task', tasks, [...impersonal(taskFields), 'object_type', 'object_id'])
  },
}

/** What was to be done is of no use once it is, for a year at most. */
export const taskRetention: RetentionKind = {
  key: 'tasks',
  label: 'Taken',
  basis: 'na het afvinken: de taak wordt verwijderd',
  months: 12,
  ...olderRows('tasks', (before) => sql`done_at < ${before}`),
}
