import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type BulkPlan, type BulkWords, bulkLabel } from '../../../platform/screens/table/bulk-plan.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { foreseeJoining } from '../../messages/moments/index.ts'
import { listRefreshers } from '../../proof/refreshers/index.ts'
import { type ChosenLine, judgeChosen } from './accepting.rules.ts'
import type { Due, Ground, Opening } from './types.ts'
import { partsFrom } from './new-plannings.rules.ts'
import { readGround } from './inputs.queries.ts'
import { isBusy } from './assessment.rules.ts'

/** What `freshKey` says: course, room, teachers and the first day. */
function partsOfKey(key: string): [courseId: number, roomId: number, teacherIds: number[], day: string] {
  const [courseId = '', roomId = '', teachers = '', day = ''] = key.slice(1).split('.')
  return [Number(courseId), Number(roomId), teachers.split('_').map(Number), day]
}

export interface AcceptPlan extends BulkPlan {
  /** Who goes where, by planning. */
  going: { opening: Opening; dues: Due[] }[]
}

/** The planning that a line proposes, as it could be made now; null where the room or a teacher is not free any more. */
function freshOf(ground: Ground, key: string): Opening | null {
  const [courseId, roomId, teacherIds, day] = partsOfKey(key)
  const course = ground.courses.find(({ id }) => id === courseId)
  const room = ground.rooms.find(({ id }) => id === roomId) ?? null
  if (!course || (room === null) !== course.online || day <= ground.today) return null
  const parts = partsFrom(course, day, (closed) => ground.closed.has(closed))
  if (parts === null || (teacherIds.length > 1 && teacherIds.length !== parts.length)) return null
  const teachers = parts.flatMap((_part, i) => {
    const wanted = teacherIds[i] ?? teacherIds[0]
    return ground.teachers.find(({ id }) => id === wanted) ?? []
  })
  if (teachers.length < parts.length) return null
  if (parts.some((part, i) => isBusy(ground.busy, `contact-${teachers[i]!.id}`, [part]))) return null
  if (room !== null && isBusy(ground.busy, `room-${room.id}`, parts)) return null
  const maxCount = Math.min(course.maxCount, room?.capacity ?? course.maxCount)
  return {
    key,
    courseId,
    spans: parts,
    first: day,
    last: wallClock(parts.at(-1)!.starts_at).day,
    free: maxCount,
    place: room?.label ?? 'Online',
    postalCode: room?.postalCode ?? null,
    companies: null,
    fresh: { roomId: room?.id ?? null, room: room?.label ?? '', teachers: teachers.map(({ id, name }) => ({ id, name })), parts, maxCount }, // prettier-ignore
  }
}

/** The refreshers among these of which there is nobody to place any more, and why. */
async function listOver(db: Db | Trx, ids: number[]): Promise<BulkPlan['stays']> {
  if (ids.length === 0) return []
  const rows = await listRefreshers(db)
    .where(sql<boolean>`contact_refreshers.id = any(${ids})`)
    .orderBy('contact_refreshers.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    why: row.state === 'booked' ? 'is intussen al ingeschreven' : 'krijgt geen plaats: hoeft of kan dit niet meer herhalen', // prettier-ignore
  }))
}

/** What taking these lines over will do, as things stand now: for the step that shows it and for the save that does it. */
export async function planAccepting(
  db: Db | Trx,
  registry: Registry,
  viewer: Viewer,
  lines: readonly ChosenLine[],
): Promise<AcceptPlan> {
  const ids = [...new Set(lines.map(({ refresherId }) => refresherId))]
  const ground = await readGround(db, registry, viewer, {
    which: sql`contact_refreshers.id = any(${ids})`,
    partIds: partIdsIn(lines),
    minimum: 1,
    withinKm: null,
  })
  const openings = new Map(ground.openings.map((opening) => [opening.key, opening]))
  for (const { key } of lines) {
    const fresh = key.startsWith('n') && !openings.has(key) ? freshOf(ground, key) : null
    if (fresh) openings.set(key, fresh)
  }
  const known = new Set(ground.dues.map(({ id }) => id))
  const judged = judgeChosen(ground, openings, lines)
  const placed = judged.flatMap((one) => ('opening' in one ? [one] : []))
  const going = [...Map.groupBy(placed, ({ opening }) => opening)].map(([opening, own]) => ({
    opening,
    dues: own.map(({ due }) => due),
  }))
  return {
    does: placed.map(({ due }) => ({ id: due.id, name: due.name })),
    stays: [
      ...judged.flatMap((one) => ('why' in one ? [{ id: one.due.id, name: one.due.name, why: one.why }] : [])),
      ...(await listOver(
        db,
        ids.filter((id) => !known.has(id)),
      )),
    ],
    outcomes: outcomesOf(going),
    going,
  }
}

/** The plannings that are there among the lines, each by the part that stands for it. */
export const partIdsIn = (lines: readonly ChosenLine[]): number[] => [
  ...new Set(lines.flatMap(({ key }) => (key.startsWith('p') ? [Number(key.slice(1))] : []))),
]

function outcomesOf(going: AcceptPlan['going']): BulkPlan['outcomes'] {
  const fresh = going.filter(({ opening }) => opening.fresh !== null).length
  const there = going.length - fresh
  return [
    ...(there > 0
      ? [{ icon: 'armchair', lead: `${formatCount(there, 'planning wordt', 'planningen worden')} aangevuld.` }]
      : []),
    ...(fresh > 0
      ? [{ icon: 'calendar-plus', lead: `${formatCount(fresh, 'nieuwe planning komt', 'nieuwe planningen komen')} erbij.` }] // prettier-ignore
      : []),
  ]
}

/** Who comes into which planning, as messages that go by themselves are foreseen by it. */
export const joiningOf = (going: AcceptPlan['going'], status: string) =>
  going.map(({ opening, dues }) => ({
    partId: opening.fresh === null ? Number(opening.key.slice(1)) : null,
    courseId: opening.courseId,
    begins: opening.spans[0]!.starts_at,
    certain: status !== 'option',
    contactIds: dues.map(({ contactId }) => contactId),
  }))

/** Which messages go by themselves when it is done, and how many of each. */
export async function mailsOfAccepting(
  db: Db | Trx,
  { going }: AcceptPlan,
  status: string,
): Promise<BulkPlan['outcomes']> {
  const mails = await foreseeJoining(db, joiningOf(going, status))
  if (mails.length === 0) return [{ icon: 'mail-off', lead: 'Er gaat vanzelf geen bericht uit.' }]
  return mails.map(({ template, mails: count }) => ({
    icon: 'mail',
    lead: `${formatCount(count, 'e-mail gaat', 'e-mails gaan')} vanzelf uit:`,
    text: `‘${template}’.`,
  }))
}

export const ACCEPT_WORDS: BulkWords = {
  one: 'cursist',
  many: 'cursisten',
  verb: 'inschrijven',
  done: 'ingeschreven',
  will: { one: 'Wordt ingeschreven', many: 'Worden ingeschreven' },
}

/** What the last button says: '14 cursisten inschrijven en 2 planningen maken'. */
export function acceptLabel(plan: AcceptPlan): string {
  const fresh = plan.going.filter(({ opening }) => opening.fresh !== null).length
  const enrolling = bulkLabel(plan, ACCEPT_WORDS)
  return fresh === 0 ? enrolling : `${enrolling} en ${formatCount(fresh, 'planning', 'planningen')} maken`
}
