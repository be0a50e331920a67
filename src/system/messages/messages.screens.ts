import { sql, type SqlBool } from 'kysely'
import { recordEvent } from '../../platform/database/history.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { deleteUnsentMails } from '../../platform/mail/mail.ts'
import { action } from '../../platform/screens/calls.ts'
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
  actions: [
    {
      label: 'Fouten wissen',
      icon: 'eraser',
      kind: 'post',
      url: '/errors/truncate',
      confirm:
        'Weet u zeker dat u alle fouten wilt wissen? Berichten die nog niet zijn verzonden worden ook verwijderd.',
      danger: true,
      area: 'errors-truncate',
      right: 'change',
    },
  ],
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

/** Clears the outbox of what failed and of what has not left yet; what was sent stays. */
export const truncateErrors = action({
  area: 'errors-truncate',
  right: 'change',
  path: '/errors/truncate',
  save: async ({ trx, viewer }) => {
    const count = await deleteUnsentMails(trx)
    await recordEvent(trx, viewer, { type: 'message', id: null, action: 'truncate', details: { count } })
    return {
      changed: [{ type: 'message', id: 0 }],
      flash: { str: `${formatCount(count, 'bericht', 'berichten')} verwijderd`, type: 'success' },
    }
  },
})
