import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { visitsVisibleTo } from '../../planning/visits/index.ts'
import { drawnReport } from './report.files.ts'
import { totalsOf } from './report.rules.ts'
import { getReport } from './reports.queries.ts'

/** Who gets the report of a visit: the address that was given when it was finished. Its mail is one about the order. */
export const reportAudience: Audience = {
  type: 'visit-report',
  record: 'visit_report',
  recipient: 'order',
  kinds: [
    {
      key: 'customer',
      label: 'Wie het keuringsrapport krijgt',
      variables: [
        { name: 'ontvanger.naam', label: 'Naam van de ontvanger' },
        { name: 'ontvanger.email', label: 'E-mailadres van de ontvanger' },
        { name: 'klant.naam', label: 'Naam van de klant' },
        { name: 'rapport.nummer', label: 'Nummer van het keuringsrapport' },
        { name: 'rapport.datum', label: 'Dag van de keuring' },
        { name: 'rapport.uitslag', label: 'Hoe vaak elke uitslag voorkwam' },
        { name: 'rapport.afgekeurd', label: 'Aantal afgekeurde apparaten, leeg bij nul' },
        { name: 'rapport.keurmeester', label: 'Naam van de keurmeester' },
        { name: 'rapport.order', label: 'Ordernummer' },
      ],
    },
  ],
  people: (viewer, ids) => sql`
    select visits.order_id as id, 'customer' as kind, r.snapshot ->> 'customer' as name, r.mail_to as email
    from visit_reports r join visits on visits.id = r.visit_id
    where r.id = any(${ids}) and r.mail_to is not null and ${visitsVisibleTo(viewer)}`,
  values: async (db, [id], people) => {
    const { number, mail_to, snapshot } = await getReport(db, { id: id! })
    const results = snapshot.devices.map(({ result }) => result)
    const rejected = results.filter((result) => result === 'rejected').length
    const told = {
      ontvanger: { naam: snapshot.customer, email: mail_to ?? '' },
      klant: { naam: snapshot.customer },
      rapport: {
        ...{ nummer: number, datum: formatDate(snapshot.day), keurmeester: snapshot.inspector, order: snapshot.order },
        uitslag: totalsOf(results).map(({ count, label }) => `${count} ${label}`).join(', '), // prettier-ignore
        afgekeurd: rejected === 0 ? '' : String(rejected),
      },
    }
    return new Map(people.map(({ id }) => [id, told]))
  },
  draw: async (services, _order, [visit]) => [await drawnReport(services, Number(visit))],
}
