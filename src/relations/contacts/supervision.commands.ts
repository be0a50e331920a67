import { ROLE } from '../../platform/access/roles.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'

/**
 * Makes somebody the supervisor of a person, by name (rulings 4); who is it already stays so.
 * @throws Invalid when the supervisor has not that role, or when both are the same
 */
export async function supervise(trx: Trx, supervisorId: number, contactId: number): Promise<void> {
  if (supervisorId === contactId) throw new Invalid({ supervisor_id: ['Iemand begeleidt niet zichzelf.'] })
  const supervisor = await trx.selectFrom('contacts').select('roles').where('id', '=', supervisorId).executeTakeFirst()
  if (!supervisor?.roles.includes(ROLE.supervisor))
    throw new Invalid({ supervisor_id: ['Kies iemand met de rol leidinggevende.'] })
  await trx
    .insertInto('supervisions')
    .values({ supervisor_id: supervisorId, contact_id: contactId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @throws NotFound when they were not linked */
export async function endSupervision(trx: Trx, supervisorId: number, contactId: number): Promise<void> {
  const ended = await trx
    .deleteFrom('supervisions')
    .where('supervisor_id', '=', supervisorId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new NotFound('Leidinggevende')
}
