/** The message that a proposal sends, as one of those who are told will get it. */
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { formatPeriod } from '../../../platform/format/format.ts'
import type { Services } from '../../../platform/services.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { messageFor } from '../../../system/messages/index.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { courseValues } from '../../messages/audiences/index.ts'
import { TOLD_KINDS } from '../planning-status/index.ts'
import { type AcceptPlan, planAccepting } from './accepting.queries.ts'
import type { MessageInput } from './autopilot.forms.ts'
import { audienceOf } from './notices.mails.ts'
import { type ToTell, listToTell, toldIn } from './notices.queries.ts'

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

/** These people, told of a planning that the others come into as well. */
const foreseen = (told: { id: number; kind: string }, { opening, dues }: AcceptPlan['going'][number]): Audience => {
  const { courseId, fresh } = opening
  const made = fresh && {
    course: courseId,
    parts: fresh.parts.map(({ description, starts_at, ends_at }) => ({ description, starts_at, ends_at, room_id: fresh.roomId })), // prettier-ignore
  }
  const coming = dues.map(({ contactId }) => contactId)
  return { ...audienceOf([told]), values: (db, ids, people) => courseValues(db, { ids, coming, made }, people) }
}

/**
 * Reads what it will say once that person's planning is as the proposal makes it; nothing is kept for it.
 * @throws NotFound for who is not told of that planning, or whom the viewer may not see; Invalid where they are not ticked,
 *   have no address, or the message cannot be made
 */
export async function readProposal(
  db: Db,
  { registry, config }: Services,
  viewer: Viewer,
  { lines, kinds, subject, content, reader, status }: MessageInput,
) {
  const own = lines.filter(({ key }) => key === reader.key)
  const plan = await planAccepting(db, registry, viewer, own)
  const people = await listToTell(db, plan.going, status)
  const [going] = plan.going
  const isTold = toldIn(people, 0, TOLD_KINDS).some(({ id }) => id === reader.contactId)
  if (!going || !isTold || !(await registry.isVisible(db, viewer, 'contact', reader.contactId)))
    throw new NotFound('Ontvanger')
  const told = toldIn(people, 0, kinds).find(({ id }) => id === reader.contactId)
  if (!told) throw new Invalid({ kinds: ['Deze persoon krijgt zo geen bericht: die soort is niet aangevinkt.'] })
  const isNew = going.opening.fresh !== null
  const ids = isNew ? [] : [Number(going.opening.key.slice(1))]
  const to = { audience: foreseen(told, going), ids, kinds: [told.kind] }
  const shown = { subject, content, preview: told.id, sender: 'own' as const }
  return { ...(await messageFor(db, viewer, to, shown, { config, foresees: true })), isNew }
}
