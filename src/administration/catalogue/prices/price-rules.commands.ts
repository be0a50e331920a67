import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { RuleEdit, RuleInput } from './price-rules.forms.ts'
import { getPriceRule } from './price-rules.queries.ts'

/** Whose rule it is; nobody's is a quantity step for everybody. */
export interface RuleOf {
  product_id: number
  company_id?: number | null
  contact_id?: number | null
}

export async function addPriceRule(trx: Trx, of: RuleOf, input: RuleInput): Promise<number> {
  const { id } = await trx
    .insertInto('price_rules')
    .values({ ...of, ...input })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first, Invalid for a step that would hold for one */
export async function editPriceRule(trx: Trx, id: number, { version, ...input }: RuleEdit): Promise<void> {
  const { company_id, contact_id } = await getPriceRule(trx, id)
  if (company_id === null && contact_id === null && input.from_count < 2)
    throw new Invalid({ from_count: ['Een staffel begint bij minimaal 2.'] })
  await lockVersion(trx, 'price_rules', id, version, input)
  await trx.updateTable('price_rules').set(input).where('id', '=', id).execute()
}

export async function deletePriceRule(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('price_rules').where('id', '=', id).execute()
}

/** Takes all that was agreed with a customer on a product away. */
export async function detachPrices(
  trx: Trx,
  { product_id, company_id, contact_id }: Required<RuleOf>,
): Promise<number[]> {
  const gone = await trx
    .deleteFrom('price_rules')
    .where('product_id', '=', product_id)
    .where((eb) => (company_id === null ? eb('contact_id', '=', contact_id) : eb('company_id', '=', company_id)))
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
