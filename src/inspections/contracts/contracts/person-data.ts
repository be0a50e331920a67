import { formatDate } from '../../../platform/format/format.ts'
import { type PersonDataSource, personRows } from '../../../system/privacy/points.ts'
import { contractFields } from './contracts.fields.ts'
import { listContracts } from './contracts.queries.ts'

/** What somebody agreed who buys alone, or has to do with as a contact of a contract. */
export const contractData: PersonDataSource = {
  ...personRows({
    key: 'contracts',
    label: 'Uw keuringscontracten',
    rows: (db, contactId) =>
      listContracts(db).where('inspection_contracts.contact_id', '=', contactId).orderBy('inspection_contracts.id'),
    show: (contract) => ({
      [contractFields.name.label]: contract.name,
      [contractFields.begins_at.label]: formatDate(contract.begins_at),
      [contractFields.expires_at.label]: formatDate(contract.expires_at),
    }),
    empties: [{ what: ['opmerking bij een contract', 'opmerkingen bij contracten'] }],
    history: { inspectionContract: contractFields },
  }),
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('contract_contacts').where('contact_id', '=', contactId).execute()
    await trx.updateTable('inspection_contracts').set({ name: 'Contract', note: null, termination_reason: null }).where('contact_id', '=', contactId).execute() // prettier-ignore
  },
}
