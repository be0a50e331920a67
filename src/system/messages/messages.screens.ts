import { sql, type SqlBool } from 'kysely'
import { formatDateTime } from '../../platform/format/format.ts'
import { popup } from '../../platform/screens/popup.ts'
import { table } from '../../platform/screens/table.ts'
import { selectFilter, textFilter } from '../../platform/screens/table-filters.ts'
import { MAIL_STATES, getMail, listMails } from './messages.queries.ts'

const access = { area: 'messages', record: 'message' } as const

/** The outbox: every mail with what became of it. Without a mail server this is where mail ends, as in the demo. */
export const messageTable = table({
  ...access,
  right: 'view',
  path: '/messages',
  title: 'Berichten',
  query: (db) => listMails(db),
  filters: {
    search: textFilter('Zoeken', sql<string>`normalise(mails.recipient || ' ' || mails.subject)`),
    state: selectFilter(
      'Status',
      Object.entries(MAIL_STATES).map(([value, { label }]) => ({ value, label })),
      (state) => sql<SqlBool>`mails.state = ${state}`,
    ),
  },
  sorts: { created: { by: [sql`mails.created_at`], type: 'timestamptz' } },
  defaultSort: '-created',
  columns: [
    { label: 'Onderwerp', kind: 'main', cell: (mail) => mail.subject },
    { label: 'Aan', cell: (mail) => mail.recipient },
    { label: 'Datum', sort: 'created', cell: (mail) => formatDateTime(mail.created_at) },
    { label: 'Status', cell: (mail) => ({ status: MAIL_STATES[mail.state]! }) },
  ],
  open: (mail) => `/messages/view/${mail.id}`,
  empty: { icon: 'mail', title: 'Nog geen berichten', text: 'Wat Noordkaap verstuurt, staat hier.' },
  example: () => ({}),
})

export const messageView = popup({
  ...access,
  right: 'view',
  path: '/messages/view/:id',
  home: '/messages',
  load: async ({ db, params }) => ({ mail: await getMail(db, params.id) }),
  title: ({ mail }) => mail.subject,
  subtitle: ({ mail }) => `Aan ${mail.recipient} · ${formatDateTime(mail.created_at)}`,
  status: ({ mail }) => MAIL_STATES[mail.state] ?? null,
  size: 'medium',
  view: 'system/messages/view',
  example: (story) => ({ params: { id: story.message } }),
})
