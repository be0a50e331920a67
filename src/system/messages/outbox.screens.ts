import { sql, type SqlBool } from 'kysely'
import { formatDateTime } from '../../platform/format/format.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { ownerFilters } from '../../platform/screens/form/carried.ts'
import type { Services } from '../../platform/services.ts'
import { table } from '../../platform/screens/table/table.ts'
import { numberFilter, periodFilter, selectFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import { foreseeTexts } from './composed.queries.ts'
import { MAIL_STATES, isWaiting, listMails, mailsOf, noMailServer } from './messages.queries.ts'
import { outboxColumns } from './outbox.columns.ts'
import { outboxGroups } from './outbox.groups.ts'
import { DEFAULT } from './points.ts'
import { withoutCode } from './template.rules.ts'
import { errorsTruncateArea } from './rights.ts'

const access = { area: messagesArea, record: 'message' } as const

/** What stands below the state of a mail: when it goes, or what is the matter. */
function subOf({ state, error, send_at }: { state: string; error: string | null; send_at: Date | null }) {
  if (state === 'scheduled') return { sub: formatDateTime(send_at) }
  if (state === 'kept') return { sub: 'Geen mailserver' }
  return error ? { sub: error } : {}
}

/** Those that wait with the subject that they would have now: their variables are filled in when it is their turn. */
async function withSubjects<Row extends { id: number; state: string; subject: string }>(
  rows: Row[],
  services: Services,
): Promise<Row[]> {
  const unwritten = rows.filter(({ state, subject }) => isWaiting(state) && withoutCode(subject) !== subject)
  const foreseen = await foreseeTexts(
    services,
    unwritten.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, subject: foreseen.get(row.id)?.subject ?? row.subject }))
}

const HELPDESK = {
  label: 'Helpdesk',
  seldom: true,
  icon: 'lifebuoy',
  kind: 'popup',
  url: '/messages/write/helpdesk',
  area: messagesArea,
} as const

/** The outbox: every mail with what became of it, about records of these types too. Without a mail server this is where mail ends, as in the demo. */
export const messageTable = (types: readonly RecordType[]) =>
  table({
    ...access,
    right: 'view',
    path: '/messages',
    title: 'Berichten',
    note: (services) => noMailServer(services),
    query: (db) => listMails(db),
    complete: (rows, services) => withSubjects(rows, services),
    filters: {
      search: textFilter('Zoeken', {
        text: sql<string>`normalise(mails.recipient || ' ' || mails.subject)`,
        table: 'mails',
      }),
      state: selectFilter(
        'Status',
        Object.entries(MAIL_STATES).map(([value, { label }]) => ({ value, label })),
        (state) => sql<SqlBool>`mails.state = ${state}`,
      ),
      created: periodFilter('Datum', { column: sql`mails.created_at`, type: 'timestamptz' }),
      ...ownerFilters(types, mailsOf),
      mailing_id: numberFilter('Verzending', (ids) => sql<SqlBool>`mails.mailing_id in (${sql.join(ids)})`),
    },
    sorts: { created: { by: [sql`mails.created_at`], type: 'timestamptz' } },
    defaultSort: '-created',
    groups: outboxGroups,
    columns: [
      { field: 'subject', kind: 'main', cell: (mail) => withoutCode(mail.subject) },
      { label: 'Aan', key: 'recipient', cell: (mail) => mail.recipient },
      { label: 'Datum', sort: 'created', cell: (mail) => formatDateTime(mail.created_at) },
      {
        label: 'Status',
        key: 'state',
        cell: (mail) => ({ status: MAIL_STATES[mail.state]!, ...subOf(mail) }),
      },
    ],
    moreColumns: outboxColumns,
    open: (mail) => `/messages/view/${mail.id}`,
    bulk: [
      {
        label: 'Opnieuw versturen',
        icon: 'send',
        kind: 'popup',
        url: '/messages/resend',
        area: messagesArea,
        right: 'change',
      },
    ],
    actions: [
      {
        label: 'Fouten wissen',
        icon: 'eraser',
        kind: 'post',
        url: '/errors/truncate',
        confirm:
          'Weet u zeker dat u alle fouten wilt wissen? Berichten die nog niet zijn verzonden worden ook verwijderd. Geplande berichten blijven staan.',
        danger: true,
        area: errorsTruncateArea,
        right: 'change',
      },
      { label: 'Standaardberichten', icon: 'template', kind: 'link', url: '/messages/default', area: messagesArea },
      { label: 'Automatische berichten', icon: 'clock', kind: 'link', url: '/messages/moments', area: messagesArea },
      HELPDESK,
    ],
    add: {
      label: 'Bericht schrijven',
      icon: 'pencil',
      kind: 'popup',
      url: `/messages/write/${DEFAULT}`,
      primary: true,
      area: messagesArea,
      right: 'change',
    },
    addEmbedded: false,
    empty: { icon: 'mail', title: 'Nog geen berichten', text: 'Wat Noordkaap verstuurt, staat hier.' },
    example: () => ({}),
  })
