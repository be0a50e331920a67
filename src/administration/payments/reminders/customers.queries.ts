/** A customer by its key in an address, and what is known of what it owes. */
import { NotFound } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { MAX_ID } from '../../../platform/forms/fields.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import { listPayers } from './reminders.queries.ts'
import type { Payer } from './types.ts'

const KEY = /^(company|contact)-(\d{1,10})$/

/** Whom a key names. @throws NotFound for what is none */
export function buyersOf(key: string): Buyers {
  const [, type, digits] = KEY.exec(key) ?? []
  const id = Number(digits)
  if (type === undefined || !(id >= 1 && id <= MAX_ID)) throw new NotFound('Klant')
  return type === 'company' ? { company_id: id, contact_id: null } : { company_id: null, contact_id: id }
}

/** @throws NotFound */
export async function getPayer(db: Db | Trx, key: string, day: string): Promise<Payer> {
  const payer = (await listPayers(db, [buyersOf(key)], day)).get(key)
  if (!payer) throw new NotFound('Klant')
  return payer
}

/** Where the popup of a customer is. */
export const hrefOf = ({ company_id, contact_id }: Buyers): string =>
  company_id === null ? `/contact/view/${contact_id}` : `/company/view/${company_id}`
