import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { RECIPIENT_VARIABLES, readerValues } from '../../../relations/audiences/index.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { contractsVisibleTo, getContract } from './contracts.queries.ts'
import { contractReaders } from './readers.queries.ts'

/** Who reads what is written about a contract. */
export const contractAudience: Audience = {
  type: 'contract',
  record: 'inspectionContract',
  recipient: 'contact',
  standIn: 'company',
  kinds: [
    {
      key: 'contacts',
      label: 'Contacten van het contract, of anders de klant',
      variables: [
        ...RECIPIENT_VARIABLES,
        { name: 'klant.naam', label: 'Naam van de klant' },
        { name: 'contract.naam', label: 'Naam van het contract' },
        { name: 'contract.einddatum', label: 'Einddatum van het contract' },
      ],
    },
  ],
  people: (viewer, ids) => sql`
    select distinct on (r.id) r.id, 'contacts' as kind, r.name, r.email
    from (${contractReaders(sql`inspection_contracts.id = any(${ids}) and ${contractsVisibleTo(viewer)}`)}) r order by r.id`,
  values: async (db, [id], people) => {
    const contract = await getContract(db, id!)
    const readers = await readerValues(
      db,
      people.map((person) => person.id),
    )
    const told = {
      klant: { naam: contract.customer },
      contract: { naam: contract.name, einddatum: formatDate(contract.expires_at) },
    }
    return new Map([...readers].map(([reader, values]) => [reader, { ...values, ...told }]))
  },
}
