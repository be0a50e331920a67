import { Invalid } from '../../../platform/errors.ts'
import { addsFields } from '../../../platform/screens/form/added-fields.ts'
import { reference } from '../../../platform/fields/kinds.ts'
import { contractsArea } from './rights.ts'

const OTHERS = 'Kies een contract van deze klant.'
const OF_PERIOD = 'Deze order is voor een werkmaand van dit contract gemaakt.'

/** By which contract an order is made, in its form and its popup. */
export const contractOfOrder = addsFields({
  record: 'order',
  area: contractsArea,
  title: 'Keuringen',
  fields: { contract_id: reference('Contract', 'inspectionContract') },
  controls: { contract_id: { span: 12, selector: { none: true, viewUrl: '/inspections/contracts/view/{id}' } } },
  table: 'contract_orders',
  key: 'order_id',
  save: async (trx, order_id, { contract_id }) => {
    const before = await trx
      .selectFrom('contract_orders')
      .selectAll()
      .where('order_id', '=', order_id)
      .executeTakeFirst()
    if ((before?.contract_id ?? null) === contract_id) return
    if (before?.work_month) throw new Invalid({ contract_id: [OF_PERIOD] })
    if (contract_id === null) {
      await trx.deleteFrom('contract_orders').where('order_id', '=', order_id).execute()
      return
    }
    const [order, contract] = await Promise.all([
      trx
        .selectFrom('orders')
        .select(['company_id', 'contact_id'])
        .where('id', '=', order_id)
        .executeTakeFirstOrThrow(),
      trx.selectFrom('inspection_contracts').select(['company_id', 'contact_id']).where('id', '=', contract_id).executeTakeFirstOrThrow(), // prettier-ignore
    ])
    const isTheirs = contract.company_id === null ? order.contact_id === contract.contact_id : order.company_id === contract.company_id // prettier-ignore
    if (!isTheirs) throw new Invalid({ contract_id: [OTHERS] })
    await trx
      .insertInto('contract_orders')
      .values({ order_id, contract_id })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ contract_id }))
      .execute()
  },
})
