/** The message that a proposal sends, as one of those who are told will get it. */
import type { Viewer } from '../../platform/access/viewer.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { formatPeriod } from '../../platform/format/format.ts'
import type { Services } from '../../platform/services.ts'
import { nameText } from '../../relations/contacts/index.ts'
import { messageFor } from '../../system/messages/index.ts'
import type { Audience } from '../../system/messages/points.ts'
import { TOLD_KINDS } from '../planning/index.ts'
import { nothingDone, place } from './accepting.commands.ts'
import { type AcceptPlan, planAccepting } from './accepting.queries.ts'
import type { MessageInput } from './autopilot.forms.ts'
import { audienceOf } from './telling.mails.ts'
import { type ToTell, listToTell, toldIn } from './telling.queries.ts'

/** So many are there to choose from. */
const MOST_SHOWN = 100

/** For whom it can be shown, by planning: of each who a mail reaches. */
export async function listReaders(db: Db | Trx, { going }: AcceptPlan, people: readonly ToTell[]) {
  const reached = people.filter((one) => one.reached)
  const pairs = going
    .flatMap(({ opening }, slot) => toldIn(reached, slot, TOLD_KINDS).map(({ id }) => ({ id, opening })))
    .slice(0, MOST_SHOWN)
  if (pairs.length === 0) return []
  const rows = await db
    .selectFrom('contacts')
    .select(['id', nameText.as('name')])
    .where('id', 'in', [...new Set(pairs.map(({ id }) => id))])
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return pairs.map(({ id, opening: { key, spans } }) => ({
    value: `${id}:${key}`,
    label: `${names.get(id)}, ${formatPeriod(spans[0]!.starts_at, spans.at(-1)!.ends_at)}`,
  }))
}

/** What was shown is all that is kept: whatever was done for it is rolled back. */
async function undone<T>(db: Db, viewer: Viewer, work: (trx: Trx) => Promise<T>): Promise<T> {
  const end = new Error('shown')
  let shown: { value: T } | undefined
  try {
    await inTransaction(db, viewer, async (trx) => {
      shown = { value: await work(trx) }
      throw end
    })
  } catch (error) {
    if (error !== end) throw error
  }
  return shown!.value
}

/** A planning that is made gets its number when it is made. */
const unnumbered = (audience: Audience): Audience => ({
  ...audience,
  values: async (...asked) =>
    new Map(
      [...(await audience.values(...asked))].map(([id, values]) => [
        id,
        { ...values, planning: { ...(values.planning as object), nummer: '(volgt)' } },
      ]),
    ),
})

/**
 * The planning of that person is done as the last button would do it and rolled back, so that it is the message that goes.
 * @throws NotFound for who is not told of that planning, or whom the viewer may not see; Invalid where they are not ticked,
 *   have no address, or the message cannot be made
 */
export const readProposal = (
  db: Db,
  services: Services,
  viewer: Viewer,
  { lines, kinds, subject, content, reader, ...status }: MessageInput,
) =>
  undone(db, viewer, async (trx) => {
    const own = lines.filter(({ key }) => key === reader.key)
    const plan = await planAccepting(trx, services.registry, viewer, own)
    const people = await listToTell(trx, plan.going, status.status)
    const [going] = plan.going
    const isTold = toldIn(people, 0, TOLD_KINDS).some(({ id }) => id === reader.contactId)
    if (!going || !isTold || !(await services.registry.isVisible(trx, viewer, 'contact', reader.contactId)))
      throw new NotFound('Ontvanger')
    const told = toldIn(people, 0, kinds).find(({ id }) => id === reader.contactId)
    if (!told) throw new Invalid({ kinds: ['Deze persoon krijgt zo geen bericht: die soort is niet aangevinkt.'] })
    const part = await place(trx, services, viewer, going, status, nothingDone())
    if (part === null)
      throw new Invalid({ _form: ['Deze planning kan niet meer: lokaal of docent is intussen bezet.'] })
    const isNew = going.opening.fresh !== null
    const audience = audienceOf([told])
    const to = { audience: isNew ? unnumbered(audience) : audience, ids: [part], kinds: [told.kind] }
    const shown = { subject, content, preview: told.id, sender: 'own' as const }
    return { ...(await messageFor(trx, viewer, to, shown, { config: services.config, foresees: true })), isNew }
  })
