/** What people are told by itself because a part is changed. */
import type { Trx } from '../../../platform/database/types.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { Flash } from '../../../platform/screens/models.ts'
import type { Services } from '../../../platform/services.ts'
import type { RowChange, Told } from '../../../platform/undo/points.ts'
import { moreTold, toldNow } from '../../../platform/undo/told.ts'

/** What people are told by itself because of a change of a part. */
export async function toldBy(trx: Trx, registry: Registry, id: number, change: () => Promise<void>): Promise<Told[]> {
  const changes: RowChange[] = [{ table: 'appointments', id, kind: 'changed', record: null, before: {}, after: {} }]
  const before = await toldNow(trx, registry, changes)
  await change()
  return moreTold(before, await toldNow(trx, registry, changes))
}

const SAVED = 'Wijziging opgeslagen'

/** That it is saved, and what goes out by itself because of it, as dragging says. */
export async function savedFlash(services: Services, told: Told[]): Promise<Flash> {
  const mails = told.reduce((sum, one) => sum + one.mails, 0)
  if (mails === 0) return { str: SAVED, type: 'success' }
  const goes = `Er ${mails === 1 ? 'gaat' : 'gaan'} vanzelf ${formatCount(mails, 'bericht', 'berichten')}`
  return sentFlash(services, `${SAVED}. ${goes}: ${told.map(({ template }) => template).join(', ')}.`, {
    mails,
    done: `${SAVED}.`,
  })
}
