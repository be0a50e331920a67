import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { BulkPlan, BulkWords } from '../../../platform/screens/table/bulk-plan.ts'
import { type CourseOpening, type Placed, listOpenings } from '../../places/enrolment/index.ts'
import { foreseeEnrolled } from '../../messages/moments/index.ts'
import { listUnfit } from '../../catalogue/requirements/index.ts'
import { type Again, placeAgain } from './again.rules.ts'
import { listChosen } from './retakes.queries.ts'
import { outcomeText } from './retakes.rules.ts'

const UNFIT = 'voldoet niet aan de eisen en kan alleen apart, met een reden'

/** Those who were chosen, who waited longest first. @throws Invalid for nobody, NotFound when it is none of them any more */
export async function listMissed(db: Db | Trx, ids: number[]) {
  if (ids.length === 0) throw new Invalid({ ids: ['Kies minimaal één cursist.'] })
  const rows = await listChosen(db, ids)
  if (rows.length === 0) throw new NotFound('Cursist')
  return rows.sort((a, b) => +a.starts_at - +b.starts_at || a.id - b.id)
}

export interface AgainPlan extends BulkPlan {
  /** Who goes into which parts. */
  going: { parts: number[]; contactIds: number[] }[]
  contactIds: number[]
}

export interface AgainInput {
  enrolments: number[]
  again: Again
  /** By course the planning that was chosen; the first one with a place where none was. */
  plannings: ReadonlyMap<number, number>
}

/** Who is enrolled again, in which planning, who is not and why, and which mails go. */
export async function planAgain(
  db: Db | Trx,
  viewer: Viewer,
  { enrolments, again, plannings }: AgainInput,
): Promise<AgainPlan> {
  const rows = await listMissed(db, enrolments)
  const people = [...new Set(rows.map(({ contact_id }) => contact_id))]
  const courses = [...new Set(rows.map(({ course_id }) => course_id))]
  const openings = await listOpenings(db, viewer, courses, people)
  const missed = rows.map((row) => ({
    id: row.id,
    contactId: row.contact_id,
    courseId: row.course_id,
    components: row.lacking.map(({ component_id }) => component_id),
  }))
  const placed = placeAgain(missed, openings, { again, chosen: plannings })
  const unfit = await findUnfit(db, rows, placed)
  const judged = rows.map((row, i) => ({ row, to: unfit.has(row.id) ? { id: row.id, why: UNFIT } : placed[i]! }))
  const going = judged.flatMap(({ row, to }) => ('parts' in to ? [{ row, to }] : []))
  const together = Map.groupBy(going, ({ to }) => to.parts.join())
  const severalCourses = courses.length > 1
  const named = ({ id, name, course_description }: (typeof rows)[number]) => ({
    id,
    name: severalCourses ? `${name} (${course_description})` : name,
  })
  return {
    does: going.map(({ row, to }) => ({
      ...named(row),
      change: {
        from: `${outcomeText(row.lacking)}, ${formatDate(row.starts_at)}`,
        to: whereTo(to.opening, to.parts),
      },
    })),
    stays: judged.flatMap(({ row, to }) => ('why' in to ? [{ ...named(row), why: to.why }] : [])),
    outcomes: [...outcomesOf(going.map(({ to }) => to)), ...(await mailsOf(db, going))],
    going: [...together.values()].map((own) => ({
      parts: own[0]!.to.parts,
      contactIds: own.map(({ row }) => row.contact_id),
    })),
    contactIds: [...new Set(going.map(({ row }) => row.contact_id))],
  }
}

/** 'Planning 20418, 03-12-2026', with how many of its parts where it is not all of them. */
function whereTo({ id, starts_at, parts }: CourseOpening, taken: number[]): string {
  const some = taken.length === parts.length ? '' : `, ${taken.length} van ${formatCount(parts.length, 'onderdeel', 'onderdelen')}` // prettier-ignore
  return `Planning ${id}, ${formatDate(starts_at)}${some}`
}

type Going = Extract<Placed<CourseOpening>, { parts: number[] }>

const outcomesOf = (going: Going[]): BulkPlan['outcomes'] =>
  [...Map.groupBy(going, ({ opening }) => opening)].map(([opening, own]) => ({
    icon: 'armchair',
    lead: `${formatCount(own.length, 'cursist', 'cursisten')} naar planning ${opening.id}`,
    text: `van ${formatDate(opening.starts_at)} (${opening.course}).`,
  }))

async function mailsOf(
  db: Db | Trx,
  going: { row: { contact_id: number }; to: Going }[],
): Promise<BulkPlan['outcomes']> {
  const places = going.flatMap(({ row, to }) => to.parts.map((partId) => ({ contactId: row.contact_id, partId })))
  const foreseen = await foreseeEnrolled(db, places)
  if (foreseen.length === 0) return [{ icon: 'mail-off', lead: 'Er gaat geen bericht uit.' }]
  return foreseen.map(({ template, mails }) => ({
    icon: 'mail',
    lead: `${formatCount(mails, 'e-mail gaat', 'e-mails gaan')} vanzelf uit:`,
    text: `‘${template}’.`,
  }))
}

/** Those of them who do not meet what the course asks when they would come: they are enrolled one by one, with a reason. */
async function findUnfit(
  db: Db | Trx,
  rows: readonly { id: number; contact_id: number }[],
  placed: readonly Placed[],
): Promise<Set<number>> {
  const going = placed.flatMap((to, i) => ('opening' in to ? [{ planning: to.opening.id, row: rows[i]! }] : []))
  const found = new Set<number>()
  for (const [planning, own] of Map.groupBy(going, (one) => one.planning)) {
    const unfit = new Set((await listUnfit(db, planning, own.map(({ row }) => row.contact_id))).map(({ id }) => id)) // prettier-ignore
    for (const { row } of own) if (unfit.has(row.contact_id)) found.add(row.id)
  }
  return found
}

export const AGAIN_WORDS: BulkWords = {
  one: 'cursist',
  many: 'cursisten',
  verb: 'inschrijven',
  done: 'opnieuw ingeschreven',
  will: { one: 'Wordt opnieuw ingeschreven', many: 'Worden opnieuw ingeschreven' },
}
