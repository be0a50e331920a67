import { sql } from 'kysely'
import { stateGroup } from '../../platform/screens/table/state-group.ts'
import { valueGroup } from '../../platform/screens/table/value-groups.ts'
import { messageFields } from './messages.fields.ts'
import { MAIL_STATES } from './messages.queries.ts'
import { withoutCode } from './template.rules.ts'

/** As it was written, before names were filled in: so that what one message became for many stands together. */
const written = sql<string>`coalesce(mailings.subject, mails.subject)`

export const outboxGroups = {
  state: stateGroup({ label: 'Status', column: sql<string>`mails.state`, states: MAIL_STATES }),
  subject: valueGroup<{ written_subject: string }>({
    label: messageFields.subject.label,
    column: written,
    sort: { by: [sql`${written} collate "nl-x-icu"`] },
    reads: { written_subject: written },
    name: (mail) => withoutCode(mail.written_subject),
  }),
}
