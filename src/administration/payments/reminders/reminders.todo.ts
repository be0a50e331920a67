import { sql } from 'kysely'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { remindersArea } from './rights.ts'

interface Late {
  cents: number
  reminded: string | null
}

/** What a customer has to pay and is late with, and when it was last told so: in the rail of its popup. */
const lateOf = (record: 'company' | 'contact'): OpenPoint => {
  const whose = (table: string, id: number) =>
    record === 'company'
      ? sql`${sql.ref(`${table}.company_id`)} = ${id}`
      : sql`${sql.ref(`${table}.company_id`)} is null and ${sql.ref(`${table}.contact_id`)} = ${id}`
  return {
    record,
    order: 45,
    area: remindersArea,
    ask: (_viewer, id) => sql`(
      select json_build_object('cents', late.cents, 'reminded', (
        select max(r.written_on) from reminders r where ${whose('r', id)} and r.step <> 'statement'))
      from (
        select coalesce(sum(i.open), 0)::float8 as cents from (
          select open, expires_at, company_id, contact_id from invoices where open > 0
          union all select open, expires_at, company_id, contact_id from opening_items where open > 0
        ) i where ${whose('i', id)} and i.expires_at < current_date
      ) late where late.cents > 0)`,
    line: (answer, { id }) => {
      if (answer === null) return null
      const { cents, reminded } = answer as Late
      return {
        label: `${formatMoney(cents)} te laat${reminded === null ? '' : `, laatste brief ${formatDate(reminded)}`}`,
        icon: 'mail-exclamation',
        state: 'open',
        action: {
          label: 'Bekijken',
          kind: 'popup',
          url: `/administration/statement/${record}-${id}`,
          area: remindersArea,
        },
      }
    },
  }
}

export const lateCompany = lateOf('company')
export const lateContact = lateOf('contact')
