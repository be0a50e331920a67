import { columnsOf } from '../../platform/screens/table/shown-columns.ts'

const { shown, named } = columnsOf('mails')

const joined = (addresses: string[]) => addresses.join(', ')

/** What else is known of mails, for who wants it in the list. */
export const outboxColumns = [
  shown('sent_at', { label: 'Verzonden', as: 'datetime' }),
  shown('sender_name', { label: 'Afzender', as: 'text' }),
  named('sent_by', 'users', 'name', { label: 'Door' }),
  shown('cc', { label: 'Cc', as: joined }),
  shown('bcc', { label: 'Bcc', as: joined }),
  shown('attempts', { label: 'Pogingen', as: 'count' }),
]
