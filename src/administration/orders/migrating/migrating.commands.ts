import { HttpError, Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockRow } from '../../../platform/database/versioned.ts'
import type { Registry } from '../../../platform/registry.ts'
import { assertShown } from '../../../platform/screens/table/bulk-plan.ts'
import { makeConcept } from '../../invoices/invoices/index.ts'
import { followOrder } from '../orders/index.ts'
import type { MigrationMade } from '../orders/points.ts'
import { makeQuotation } from '../quotations/index.ts'
import { type Destination, setDelivered } from '../../sales/sales/index.ts'
import { type MigrateInput, NO_CHOICE } from './migrating.forms.ts'
import { type MigrationPlan, planMigration } from './migrating.plan.ts'

/**
 * Migrates an order into what follows it: an invoice for what was delivered, a new order for what will be, a quotation for
 * what is offered again. All of it or nothing.
 * @throws NotFound; Invalid where a product was not decided about; HttpError (409) where nothing is left of it, or where it
 * became something else than what was shown
 */
export async function migrateOrder(
  trx: Trx,
  registry: Registry,
  id: number,
  form: MigrateInput,
  employee_id: number,
): Promise<MigrationMade> {
  const order = await lockRow(trx, 'orders', id)
  const plan = await planMigration(trx, registry, order, form)
  if (plan.refusal !== null) throw new HttpError(409, plan.refusal)
  const unasked = plan.undelivered.filter((line) => !form.lines.has(line.id))
  if (unasked.length > 0)
    throw new Invalid(Object.fromEntries(unasked.map((line) => [`lines.p${line.id}`, [NO_CHOICE]])))
  assertShown(plan.shown, form.plan)
  const { company_id, contact_id, reference } = order
  const head = { company_id, contact_id, reference, employee_id: order.employee_id ?? employee_id }
  const going = (to: Destination) => plan.made.find(({ goes }) => goes === to)
  const made: MigrationMade = {}
  const invoice = going('invoice')
  if (invoice) {
    await setDelivered(trx, toDeliver(plan), true)
    const { line_ids, added } = invoice
    made.invoice = await makeConcept(trx, registry, { ...head, order_id: id, line_ids, added })
  }
  // Numbers are taken last, the order's before that of the quotation.
  const next = going('order')
  if (next) made.order = await followOrder(trx, registry, order, next)
  const quote = going('quote')
  if (quote) {
    const { street, street_no, street_no_adding, postal_code, city, country_code } = order
    const address = { street, street_no, street_no_adding, postal_code, city, country_code }
    const { line_ids, added } = quote
    made.quotation = await makeQuotation(trx, { ...head, address, line_ids, added })
  }
  for (const { cargo, items } of plan.carried) await cargo.carryOut?.(trx, id, items, made)
  return made
}

/** What goes onto the invoice while nobody had said yet that it was delivered. */
const toDeliver = ({ undelivered, going }: MigrationPlan): number[] =>
  undelivered.filter((line) => going.get(line.id) === 'invoice').map((line) => line.id)
