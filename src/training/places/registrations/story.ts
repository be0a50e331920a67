import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import type { Received, ReceivedCompany, ReceivedContact } from './registrations.rules.ts'
import { fullNameOf } from './registrations.rules.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** One whom the system knows, one who may be two people, and one who is new. */
    entries: { known: number; double: number; fresh: number }
  }
}

const HOUR_MS = 3_600_000
const nobody: ReceivedContact = { first_name: '', initials: '', last_name_prefix: '', last_name: '', birth_date: null, email: '', phone: '' } // prettier-ignore

interface Batch {
  hours: number
  company: ReceivedCompany | null
  contacts: ReceivedContact[]
  told: Partial<Received>
}

/** Three people of De Linde who were signed up on the website this morning, and somebody who pays for himself. */
function batchesOf(linde: ReceivedCompany, [known, double]: ReceivedContact[]): Batch[] {
  return [
    {
      hours: 2,
      company: linde,
      contacts: [
        known!,
        // The same name and no day of birth: it may be somebody else.
        { ...double!, birth_date: null, email: '' },
        {
          ...nobody,
          first_name: 'Oumaima',
          last_name: 'Idrissi',
          birth_date: '1994-06-12',
          email: 'o.idrissi@delinde.example',
        },
      ],
      told: {
        sender: { name: 'Marieke Post', email: 'm.post@delinde.example', phone: '038-4213344' },
        reference: 'PO-88121',
        remark: 'Graag samen in één groep, liefst in de ochtend.',
      },
    },
    {
      hours: 13,
      company: null,
      contacts: [
        {
          ...nobody,
          first_name: 'Bram',
          last_name_prefix: 'ter',
          last_name: 'Linde',
          birth_date: '1988-02-17',
          email: 'bram.terlinde@post.example',
          phone: '06-12345678',
        },
      ],
      told: { terms: 'akkoord met de voorwaarden' },
    },
  ]
}

export async function seedEntries(trx: Trx, story: Story, now: Date): Promise<void> {
  const { deLinde } = story.companies
  const company = await trx
    .selectFrom('companies')
    .select(['name', 'coc_no'])
    .where('id', '=', deLinde)
    .executeTakeFirstOrThrow()
  const people = await trx
    .selectFrom('contacts')
    .select(['first_name', 'last_name_prefix', 'last_name', 'birth_date', 'email'])
    .where('company_id', '=', deLinde)
    .where('birth_date', 'is not', null)
    .orderBy('id')
    .limit(2)
    .execute()
  const { group_id } = await trx
    .selectFrom('appointments')
    .select('group_id')
    .where('id', '=', story.appointments.coming)
    .executeTakeFirstOrThrow()
  const linde = { name: company.name, client_id: '', coc_no: company.coc_no ?? '', email: '', phone: '' }
  const contacts = people.map((person) => ({ ...nobody, ...person, email: person.email ?? '' }))
  const rows = batchesOf(linde, contacts).flatMap((batch, place) => rowsOf(batch, place, now))
  await trx
    .insertInto('entries')
    .values(rows.map((row, i) => ({ ...row, id: i + 1, group_id, e_learning_course: i === 2 ? 'EHBO-ONLINE' : null })))
    .execute()
  await sql`select setval(pg_get_serial_sequence('entries', 'id'), ${rows.length})`.execute(trx)
  story.entries = { known: 1, double: 2, fresh: 3 }
}

const rowsOf = ({ hours, company, contacts, told }: Batch, place: number, now: Date) =>
  contacts.map((contact, position) => ({
    batch: `00000000-0000-4000-8000-00000000000${place + 1}`,
    position,
    source: 'website',
    source_name: 'Website',
    key: `verhaal-${place + 1}`,
    fingerprint: '',
    received_at: new Date(now.getTime() - hours * HOUR_MS),
    name: fullNameOf(contact),
    email: contact.email || null,
    company_name: company?.name ?? null,
    data: JSON.stringify({ contact, company, sender: null, reference: '', remark: '', terms: '', ...told }),
  }))
