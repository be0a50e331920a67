import { sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import { formatCount } from '../../../platform/format/format.ts'
import {
  isOwnOf,
  olderRows,
  type PersonDataSource,
  personRows,
  type RetentionKind,
} from '../../../system/privacy/points.ts'
import { listLetters } from './letters.queries.ts'
import { letterLine } from './shown.rules.ts'

/** Letters that somebody got about what was not paid. */
export const letterData: PersonDataSource = {
  ...personRows({
    key: 'reminders',
    label: 'Brieven over openstaande facturen',
    rows: async (db, contactId) =>
      (await listLetters(db, { company_id: null, contact_id: contactId })).map((letter) => letterLine(letter)),
    show: ({ label, day, numbers, fate }) => ({ Brief: label, Datum: day, Facturen: numbers, Stand: fate }),
    history: { reminder: [], reminder_block: [] },
  }),
  // There may be more of them than are listed.
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('reminders').where(isOwnOf(contactId)))
    const what = formatCount(count, 'brief over een openstaande factuur', 'brieven over openstaande facturen')
    return { emptied: count === 0 ? [] : [what], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.updateTable('reminders').set({ facts: '{}', note: null }).where(isOwnOf(contactId)).execute()
    await trx.deleteFrom('reminder_blocks').where('contact_id', '=', contactId).execute()
  },
}

/** Letters are kept as long as the books that they are about. */
export const letterRetention: RetentionKind = {
  key: 'reminders',
  label: 'Brieven over openstaande facturen',
  basis: 'Na de datum van de brief wordt de brief verwijderd.',
  months: 84,
  least: 84,
  ...olderRows('reminders', (before) => sql`written_on < ${before.toISOString().slice(0, 10)}`),
}
