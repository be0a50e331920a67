import { countOf } from '../../../platform/database/count.ts'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { PersonDataSource, RetentionKind } from '../../../system/privacy/points.ts'
import { listLetters } from './letters.queries.ts'
import { letterLine } from './shown.rules.ts'

const ofPerson = (db: Db | Trx, contactId: number) =>
  db.selectFrom('reminders').select('id').where('contact_id', '=', contactId).where('company_id', 'is', null)

/** Letters that somebody got about what was not paid. */
export const letterData: PersonDataSource = {
  key: 'reminders',
  label: 'Brieven over openstaande facturen',
  collect: async ({ db }, contactId) =>
    (await listLetters(db, { company_id: null, contact_id: contactId })).map(letterLine).map((letter) => ({
      Brief: letter.label,
      Datum: letter.day,
      Facturen: letter.numbers,
      Stand: letter.fate,
    })),
  plan: async (db, contactId) => {
    const count = await countOf(ofPerson(db, contactId))
    return {
      emptied: count === 0 ? [] : [formatCount(count, 'brief over een openstaande factuur', 'brieven over openstaande facturen')], // prettier-ignore
      kept: [],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx
      .updateTable('reminders')
      .set({ facts: '{}', note: null })
      .where('contact_id', '=', contactId)
      .where('company_id', 'is', null)
      .execute()
    await trx.deleteFrom('reminder_blocks').where('contact_id', '=', contactId).execute()
  },
  mask: async (trx, contactId) => {
    await maskHistory(trx, 'reminder', await everOf(trx, 'reminder', { contact_id: contactId }), [])
    await maskHistory(trx, 'reminder_block', await everOf(trx, 'reminder_block', { contact_id: contactId }), [])
  },
}

const writtenBefore = (db: Db | Trx, before: Date) =>
  db.selectFrom('reminders').select('id').where('written_on', '<', formatIso(before))
const formatIso = (day: Date): string => day.toISOString().slice(0, 10)

/** Letters are kept as long as the books that they are about. */
export const letterRetention: RetentionKind = {
  key: 'reminders',
  label: 'Brieven over openstaande facturen',
  basis: 'Na de datum van de brief wordt de brief verwijderd.',
  months: 84,
  least: 84,
  count: (db, before) => countOf(writtenBefore(db, before)),
  remove: async (trx, before) =>
    Number((await trx.deleteFrom('reminders').where('id', 'in', writtenBefore(trx, before)).executeTakeFirst()).numDeletedRows), // prettier-ignore
}
