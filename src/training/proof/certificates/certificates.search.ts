import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { beside, RANK, type SearchSource } from '../../../platform/search/search.ts'
import { withoutPrefix } from '../../../platform/search/typed.rules.ts'
import { STATES, type CertificateState, readCertificateNumber } from './certificates.rules.ts'
import { stateColumn } from './certificates.queries.ts'

const number = sql<string>`certificates.number`
const holder = sql<string>`(select concat_ws(' ', nullif(contacts.first_name, ''), nullif(contacts.last_name_prefix, ''), contacts.last_name)
  from contacts where contacts.id = certificates.contact_id)`
const course = sql<string>`(select courses.description from courses where courses.id = certificates.course_id)`

/** Certificates of so many people of a name are looked for; who types more of it finds the one. */
const MOST_HOLDERS = 20

/** People whose whole name or last name begins so, by its index. */
const people = (name: string, begins: string) => sql`
  (select contacts.id from contacts, (select normalise(${begins}) as text) as wanted
   where (${sql.raw(name)}) collate "C" >= wanted.text and (${sql.raw(name)}) collate "C" < wanted.text || chr(1114111)
   order by (${sql.raw(name)}) collate "C" limit ${MOST_HOLDERS})`

/** The number as it stands in the index, of which the rest is still to be typed. */
const numberStart = (typed: string) => readCertificateNumber(typed) ?? (/^\d{4}-\d+$/.test(typed) ? typed : null)

/** Certificates by number, with or without its dash, and by the name of who has it. */
export const certificateSearch: SearchSource = {
  type: 'Certificate',
  record: 'certificate',
  label: 'Certificaten',
  icon: 'certificate',
  open: '/certificate/view/{id}',
  name: sql<string>`${holder} || ' · ' || ${course}`,
  begins: [{ field: 'number', value: number, name: number, then: [], part: numberStart }],
  finds: (typed, { offered, most }) =>
    /^\p{L}{2}/u.test(typed)
      ? [
          {
            field: 'last_name',
            value: holder,
            rows: sql`
              select certificates.id, ${sql.lit(RANK.likeness)} as rank, row_number() over (order by certificates.issued_on desc, certificates.id desc) as place
              from certificates
              where certificates.contact_id in (
                  ${people('normalise(contacts.last_name)', withoutPrefix(typed))} union ${people('contacts.search_text', typed)})
                and ${offered}
              order by place limit ${most}`,
          },
        ]
      : [],
  beside: () =>
    beside(
      sql<{ number: string; until: string | null; state: CertificateState }>`
        jsonb_build_object('number', certificates.number, 'until', certificates.valid_until, 'state', ${stateColumn})`,
      ({ number, until, state }) => ({
        text: [number, until === null ? null : `geldig tot en met ${formatDate(until)}`].filter(Boolean).join(' · '),
        status: STATES[state],
      }),
    ),
}
