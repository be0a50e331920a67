import { type SqlBool, sql } from 'kysely'
import { yesNoGroup } from '../../platform/screens/table/yes-no-group.ts'

/** Whether it goes by itself. */
const isSentByItself = sql<SqlBool>`exists (select from message_moments m where m.template_id = default_messages.id)`

export const defaultGroups = {
  use: yesNoGroup({
    label: 'Gebruik',
    holds: isSentByItself,
    names: { yes: 'Gaat vanzelf', no: 'Wordt gekozen bij het schrijven' },
  }),
}
