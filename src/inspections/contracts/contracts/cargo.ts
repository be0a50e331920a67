import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { type RepeatUnit, addRepeat } from '../../../platform/format/repeats.ts'
import { today } from '../../../platform/format/zone.ts'
import type { CarriedItem, OrderCargo } from '../../../administration/orders/orders/points.ts'
import { extendContract } from './contracts.commands.ts'
import { proposesExtending } from './contracts.rules.ts'

interface Row {
  id: number
  name: string
  expires_at: string
  repeat_count: number
  repeat_unit: RepeatUnit
}

/** The contract of an order that has something left to be decided about. */
async function items(db: Db | Trx, orderId: number): Promise<CarriedItem[]> {
  const { rows } = await sql<Row>`
    select c.id, c.name, c.expires_at, c.repeat_count, c.repeat_unit
    from contract_orders o join inspection_contracts c on c.id = o.contract_id
    where o.order_id = ${orderId} and c.terminated_on is null
      and (exists (select from sale_lines l where l.order_id = o.order_id and l.kind = 'product' and l.destination is null)
        or exists (select from order_devices d where d.order_id = o.order_id and d.destination is null))`.execute(db)
  return rows.map(({ id, name, expires_at, repeat_count: count, repeat_unit: unit }) => ({
    id,
    name,
    note: `Loopt tot ${formatDate(expires_at)}`,
    choices: [
      { value: 'extend', label: `Verlengen tot ${formatDate(addRepeat(expires_at, { count, unit }))}`, goes: null },
      { value: 'leave', label: 'Niet verlengen', goes: null },
    ],
    usual: proposesExtending(expires_at, today()) ? 'extend' : 'leave',
  }))
}

/** An order of a contract asks whether the contract goes on for one more period. */
export const contractCargo: OrderCargo = {
  key: 'contract',
  label: 'Contract',
  items,
  keepsBuyer: async (trx, orderId) =>
    (await trx.selectFrom('contract_orders').select('id').where('order_id', '=', orderId).executeTakeFirst())
      ? 'Deze order hoort bij een contract van deze klant. Maak voor een ander een nieuwe order.'
      : null,
  carryOut: async (trx, _orderId, chosen) => {
    for (const { item, choice } of chosen) if (choice.value === 'extend') await extendContract(trx, item.id)
  },
}
