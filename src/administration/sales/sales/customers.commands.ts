import { Invalid } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Address } from '../../../platform/fields/address.ts'
import { type Buyers, addressOf, belongsTo } from './customers.queries.ts'
import { MISMATCH, NO_CUSTOMER, isNowhere } from './customers.rules.ts'

/** @throws Invalid where nobody buys, or a person who is not of the company that buys */
export async function refuseStrangers(db: Db | Trx, { company_id, contact_id }: Buyers): Promise<void> {
  if (company_id === null && contact_id === null) throw new Invalid({ contact_id: [NO_CUSTOMER] })
  if (company_id !== null && contact_id !== null && !(await belongsTo(db, contact_id, company_id)))
    throw new Invalid({ contact_id: [MISMATCH] })
}

/** The fields of a sale with the address of its customer where none was filled in. */
export async function withPlace<Head extends Buyers & Address>(db: Db | Trx, head: Head): Promise<Head> {
  return isNowhere(head) ? { ...head, ...(await addressOf(db, head)) } : head
}
