import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import type { RailBlock } from '../../../platform/screens/popup/popup-tabs.ts'
import { LETTER_NAMES, type LetterKind } from './letter.rules.ts'
import { lettersOfInvoice } from './invoice.queries.ts'

/** Since when the customer was reminded of an invoice, and how far that is. */
export const remindersInRail: RailBlock = {
  ask: (_viewer, id) =>
    sql`(select coalesce(json_agg(told order by told.id), '[]') from (${lettersOfInvoice(id)}) told)`,
  view: 'administration/reminders/rail',
  model: (answer) => ({
    letters: (answer as { id: number; step: LetterKind; written_on: string; sent: boolean }[]).map((letter) => ({
      id: letter.step === 'collection' ? null : letter.id,
      label: LETTER_NAMES[letter.step],
      text: letter.step === 'collection' || letter.sent ? formatDate(letter.written_on) : 'nog niet weg',
    })),
  }),
}
