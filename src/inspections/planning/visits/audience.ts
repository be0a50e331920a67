import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatDayAndHours, formatTime } from '../../../platform/format/format.ts'
import { RECIPIENT_VARIABLES, readerValues } from '../../../relations/audiences/index.ts'
import { customerName } from '../../../administration/sales/sales/index.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { cancelledVisits, visitReader } from './readers.queries.ts'
import { visitsVisibleTo } from './visits.queries.ts'

interface Told {
  customer: string
  starts_at: Date
  ends_at: Date
  inspector: string | null
  devices: number
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
}

/** What is told of a visit, also of one that was cancelled. */
async function toldOf(db: Db, id: number): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select v.starts_at, v.ends_at, ${customerName} as customer, orders.street, orders.street_no, orders.street_no_adding,
      orders.postal_code, orders.city, coalesce(own.first_name, split_part(users.name, ' ', 1)) as inspector,
      (select count(*)::integer from order_devices d where d.order_id = orders.id) as devices
    from (select id, order_id, employee_id, starts_at, ends_at from visits where id = ${id}
        union all
        select id, order_id, employee_id, starts_at, ends_at from (${cancelledVisits(sql`gone.record_id = ${id}`)}) gone) v
      join orders on orders.id = v.order_id
      left join companies on companies.id = orders.company_id left join contacts on contacts.id = orders.contact_id
      left join users on users.id = v.employee_id left join contacts own on own.id = users.contact_id`.execute(db)
  return rows[0]
}

/** Who reads what is written about a visit. */
export const visitAudience: Audience = {
  type: 'visit',
  record: 'visit',
  recipient: 'contact',
  standIn: 'company',
  kinds: [
    {
      key: 'customer',
      label: 'De klant',
      variables: [
        ...RECIPIENT_VARIABLES,
        { name: 'klant.naam', label: 'Naam van de klant' },
        { name: 'bezoek.datum', label: 'Dag van het bezoek' },
        { name: 'bezoek.begintijd', label: 'Vanaf hoe laat' },
        { name: 'bezoek.eindtijd', label: 'Tot hoe laat' },
        { name: 'bezoek.keurmeester', label: 'Voornaam van de keurmeester' },
        { name: 'bezoek.adres', label: 'Adres van het bezoek' },
        { name: 'bezoek.apparaten', label: 'Aantal apparaten van de order' },
        { name: 'bezoek.voorbereiding', label: 'Wat de klant klaarzet (Instellingen, Keuringen)' },
      ],
    },
  ],
  people: (viewer, ids) => sql`
    select distinct on (reader.id) reader.id, 'customer' as kind, reader.name, reader.email
    from visits join orders on orders.id = visits.order_id cross join ${visitReader}
    where visits.id = any(${ids}) and ${visitsVisibleTo(viewer)} order by reader.id`,
  values: async (db, [id], people) => {
    const visit = id === undefined ? undefined : await toldOf(db, id)
    if (!visit) return new Map()
    const readers = await readerValues(
      db,
      people.map((person) => person.id),
    )
    const told = {
      klant: { naam: visit.customer },
      bezoek: {
        datum: formatDayAndHours(visit.starts_at, visit.ends_at)[0],
        begintijd: formatTime(visit.starts_at),
        eindtijd: formatTime(visit.ends_at),
        keurmeester: visit.inspector ?? '',
        adres: [streetLine(visit), cityLine(visit)].filter(Boolean).join(', '),
        // Blank where there are none, as the text asks.
        apparaten: visit.devices || '',
        voorbereiding: (await readSetting(db, 'inspections')).visit_preparation,
      },
    }
    return new Map([...readers].map(([reader, values]) => [reader, { ...values, ...told }]))
  },
}
