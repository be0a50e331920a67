import { sql } from 'kysely'
import { Invalid } from '../../platform/errors.ts'
import type { PlanCtx } from '../../platform/screens/table/bulk.ts'
import { type BulkPlan, planOf } from '../../platform/screens/table/bulk-plan.ts'

type Asking = PlanCtx<object, { ids: number[] }>

/**
 * Who cannot sign in any more. Never who does it, who is an administrator by that right: so that one is always left.
 * @throws Invalid when nobody was chosen
 */
export async function planDisabling({ db, viewer, form }: Asking): Promise<BulkPlan> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'active'])
    .where('id', 'in', form.ids)
    .orderBy(sql`name collate "nl-x-icu"`)
    .orderBy('id')
    .execute()
  if (users.length === 0) throw new Invalid({ ids: ['Vink minimaal één gebruiker aan.'] })
  const { plan } = planOf(users, ({ id, active }) => {
    if (!active) return { why: 'is al uitgeschakeld' }
    return id === viewer.id ? { why: 'blijft actief: uw eigen account schakelt u niet zelf uit' } : {}
  })
  return {
    ...plan,
    outcomes: [
      { icon: 'logout', lead: 'Wie ingelogd is, wordt overal uitgelogd.', text: 'De gegevens blijven bewaard.' },
    ],
  }
}
