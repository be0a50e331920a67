import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { messageFields } from './messages.fields.ts'
import { MAIL_STATES } from './messages.queries.ts'
import { withoutCode } from './template.rules.ts'

const state: Group<{ state: string }> = {
  label: 'Status',
  sort: {
    by: [sql`array_position(${sql.lit(`{${Object.keys(MAIL_STATES).join()}}`)}::text[], mails.state)`],
    type: 'bigint',
  },
  key: sql<string>`mails.state`,
  among: (keys) => sql<SqlBool>`mails.state = any(${keys}::text[])`,
  name: (mail) => MAIL_STATES[mail.state]!.label,
}

/** As it was written, before names were filled in: so that what one message became for many stands together. */
const written = sql<string>`coalesce(mailings.subject, mails.subject)`

const subject: Group<{ written_subject: string }> = {
  label: messageFields.subject.label,
  sort: { by: [sql`${written} collate "nl-x-icu"`] },
  key: written,
  among: (keys) => sql<SqlBool>`${written} = any(${keys}::text[])`,
  reads: { written_subject: written },
  name: (mail) => withoutCode(mail.written_subject),
}

export const outboxGroups = { state, subject }
