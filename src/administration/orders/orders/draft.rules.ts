/** An order that is not stored yet, as it stands in its wizard. */
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Address } from '../../../platform/fields/address.ts'
import { addressOf, listSaleLines, namedBuyers, unstoredSale, withPlace } from '../../sales/sales/index.ts'
import type { AddressOf, NewOrder, OrderInput } from './orders.forms.ts'

type Placed = Address & { country_code: string; company_id: number | null; contact_id: number | null }
type Place = Placed & { address_of: AddressOf; quotation_id: number | null }

/** Where the work of a quotation would be done. @throws NotFound */
async function addressOfQuotation(db: Db | Trx, id: number) {
  const row = await db
    .selectFrom('quotations')
    .select(['street', 'street_no', 'street_no_adding', 'postal_code', 'city', 'country_code'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Offerte')
  return row
}

/** The address that was chosen for an order; that of its customer where it was left open. */
export async function chosenPlace(db: Db | Trx, form: Place): Promise<Address & { country_code: string }> {
  const { address_of, company_id, contact_id, quotation_id } = form
  if (address_of === 'company' && company_id !== null) return addressOf(db, { company_id, contact_id: null })
  if (address_of === 'contact' && contact_id !== null) return addressOf(db, { company_id: null, contact_id })
  if (address_of === 'quotation' && quotation_id !== null) return addressOfQuotation(db, quotation_id)
  const { street, street_no, street_no_adding, postal_code, city, country_code, ...head } = form
  return withPlace(db, { ...head, street, street_no, street_no_adding, postal_code, city, country_code })
}

/** The fields of an order from its wizard, with the address that was chosen. */
export async function headOf(db: Db | Trx, form: NewOrder): Promise<OrderInput & { print_layout_id: number | null }> {
  const { lines: _lines, address_of: _of, ...head } = form
  const { street, street_no, street_no_adding, postal_code, city, country_code } = await chosenPlace(db, form)
  return { ...head, street, street_no, street_no_adding, postal_code, city, country_code }
}

/** The lines of the quotation that an order is made of. */
export const linesOfQuotation = async (db: Db | Trx, id: number | null) =>
  id === null ? [] : listSaleLines(db, { type: 'quotation', id })

type Priced = Pick<NewOrder, 'company_id' | 'contact_id' | 'quotation_id' | 'order_date' | 'lines'>

/** The lines that an order will have, and what they come to. @throws NotFound, Invalid */
export const draftLines = async (db: Db | Trx, form: Priced) => {
  const { company_id, contact_id, quotation_id, order_date: day, lines } = form
  const sources = await linesOfQuotation(db, quotation_id)
  return unstoredSale(db, { type: 'order', company_id, contact_id, day }, { lines, sources })
}

/** The whole order with its customer by name, as the summary and the paper show it. @throws NotFound, Invalid */
export async function draftOrder(db: Db | Trx, form: NewOrder) {
  const head = await headOf(db, form)
  return {
    head: { ...head, ...(await namedBuyers(db, head)) },
    employee: await nameOf(db, 'users', 'name', head.employee_id),
    quotation: await nameOf(db, 'quotations', 'uid', head.quotation_id),
    ...(await draftLines(db, form)),
  }
}

async function nameOf(db: Db | Trx, table: 'users' | 'quotations', column: 'name' | 'uid', id: number | null) {
  if (id === null) return null
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.ref(column as never).as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  return (row?.name as string | undefined) ?? null
}
