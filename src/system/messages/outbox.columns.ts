import { sql } from 'kysely'
import { formatDateTime, formatNumber } from '../../platform/format/format.ts'
import { askedColumn } from '../../platform/screens/table/table-columns.ts'

const addresses = (column: 'cc' | 'bcc') => () => sql<string[]>`${sql.ref(`mails.${column}`)}`

/** What else is known of mails, for who wants it in the list. */
export const outboxColumns = [
  askedColumn({
    field: 'sent_at',
    label: 'Verzonden',
    asks: () => sql<Date | null>`mails.sent_at`,
    cell: (at) => formatDateTime(at),
  }),
  askedColumn({
    field: 'sender_name',
    label: 'Afzender',
    asks: () => sql<string | null>`mails.sender_name`,
    cell: (name) => name,
  }),
  askedColumn({
    field: 'sent_by',
    label: 'Door',
    asks: () => sql<string | null>`(select users.name from users where users.id = mails.sent_by)`,
    cell: (name) => name,
  }),
  askedColumn({ field: 'cc', label: 'Cc', asks: addresses('cc'), cell: (all) => all.join(', ') }),
  askedColumn({ field: 'bcc', label: 'Bcc', asks: addresses('bcc'), cell: (all) => all.join(', ') }),
  askedColumn({
    field: 'attempts',
    label: 'Pogingen',
    kind: 'num',
    asks: () => sql<number>`mails.attempts`,
    cell: (count) => formatNumber(count),
  }),
]
