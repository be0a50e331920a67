import { type Viewer, viewerScope } from '../../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { formatCount } from '../../../../platform/format/format.ts'
import type { BulkPlan, BulkWords } from '../../../../platform/screens/table/bulk-plan.ts'
import { foreseeOver } from '../../../messages/moments/index.ts'
import { listEnrolments } from '../enrolment.queries.ts'
import { sentenceOf } from '../enrolment.rules.ts'
import { enrolmentArea } from '../../../rights.ts'
import { type Chosen, getChosen } from './unsubscribing.queries.ts'
import { costOutcomes } from './costs.plan.ts'
import type { CostsChoice } from '../enrolment.forms.ts'
import { isLate } from './unsubscribing.commands.ts'

/** What is unsubscribed whole or not at all: a person in one part, or in all parts of a planning. */
interface Unit {
  name: string
  rows: Chosen[]
  why: string | null
}

export interface UnsubscribingPlan extends BulkPlan {
  /** The enrolments that end. */
  selection: { appointmentId: number; contactId: number }[]
  planningIds: number[]
}

interface Asked {
  appointmentId: number | null
  students: number[]
  enrolments: number[]
  fromAll: boolean
  /** What is asked of who leaves late; left out where that is not asked. */
  costs?: CostsChoice
}

/** Who will be unsubscribed, who will not and why, and what comes of it. */
export async function planUnsubscribing(db: Db | Trx, viewer: Viewer, asked: Asked): Promise<UnsubscribingPlan> {
  const chosen = await getChosen(db, viewer, asked)
  const rows = asked.fromAll ? await inAllParts(db, viewer, chosen) : chosen
  const certified = await certifiedOf(db, rows)
  const units = [...Map.groupBy(rows, ({ contact_id, group_id }) => `${contact_id}:${group_id}`).values()].map(
    (own): Unit => ({ name: own[0]!.name, rows: own, why: whyNot(viewer, own, certified) }),
  )
  const planningIds = [...new Set(rows.map(({ group_id }) => group_id))]
  const named = (unit: Unit) => ({
    id: unit.rows[0]!.id,
    name: planningIds.length > 1 ? `${unit.name} (${unit.rows[0]!.course_description})` : unit.name,
  })
  const going = units.filter(({ why }) => why === null)
  const ending = going.flatMap((unit) => unit.rows)
  return {
    does: going.map(named),
    stays: units.flatMap((unit) => (unit.why === null ? [] : [{ ...named(unit), why: unit.why }])),
    outcomes: [
      ...outcomesOf(ending),
      ...(asked.costs
        ? await costOutcomes(
            db,
            viewer,
            ending.map(({ id }) => id),
            asked.costs,
          )
        : []),
      ...(await mailsOf(db, ending)),
    ],
    about: `voor ${sentenceOf([...new Set(ending.map(({ description }) => description))])}`,
    selection: ending.map((row) => ({ appointmentId: row.appointment_id, contactId: row.contact_id })),
    planningIds,
  }
}

/** Of one planning people are counted, of several what they are enrolled in. */
export const unsubscribingWords = (plan: BulkPlan): BulkWords => ({
  ...((plan as UnsubscribingPlan).planningIds.length > 1
    ? { one: 'inschrijving', many: 'inschrijvingen' }
    : { one: 'cursist', many: 'cursisten' }),
  verb: 'uitschrijven',
  done: 'uitgeschreven',
  will: { one: 'Wordt uitgeschreven', many: 'Worden uitgeschreven' },
})

async function inAllParts(db: Db | Trx, viewer: Viewer, chosen: Chosen[]): Promise<Chosen[]> {
  if (chosen.length === 0) return []
  const units = new Set(chosen.map(({ contact_id, group_id }) => `${contact_id}:${group_id}`))
  const rows = await getChosen(db, viewer, {
    appointmentId: null,
    students: [],
    enrolments: (
      await listEnrolments(db, viewer)
        .where('enrolments.contact_id', 'in', [...new Set(chosen.map(({ contact_id }) => contact_id))])
        .where('appointments.group_id', 'in', [...new Set(chosen.map(({ group_id }) => group_id))])
        .execute()
    ).map(({ id }) => id),
  })
  return rows.filter(({ contact_id, group_id }) => units.has(`${contact_id}:${group_id}`))
}

/** Who holds a certificate of which planning. */
async function certifiedOf(db: Db | Trx, rows: Chosen[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const found = await db
    .selectFrom('certificates')
    .select(['contact_id', 'group_id'])
    .where('group_id', 'in', [...new Set(rows.map(({ group_id }) => group_id))])
    .where('contact_id', 'in', [...new Set(rows.map(({ contact_id }) => contact_id))])
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Set(found.map(({ contact_id, group_id }) => `${contact_id}:${group_id}`))
}

function whyNot(viewer: Viewer, rows: Chosen[], certified: Set<string>): string | null {
  const finished = rows.find(({ status }) => status === 'done')
  if (finished) return `blijft ingeschreven: ${finished.description} is afgerond`
  if (rows.some(({ contact_id, group_id }) => certified.has(`${contact_id}:${group_id}`)))
    return 'blijft ingeschreven: er is al een certificaat uitgegeven'
  if (viewerScope(viewer, enrolmentArea, 'change') === 'all') return null
  const late = rows.find(isLate)
  return late ? `blijft ingeschreven: ${late.description} is al begonnen of gesloten` : null
}

/** '2 plaatsen komen vrij in elk van de 2 onderdelen.': whoever leaves two parts gives up two places, and is one person. */
function freed(rows: readonly Pick<Chosen, 'contact_id' | 'group_id' | 'appointment_id'>[]): string {
  const people = new Set(rows.map(({ contact_id, group_id }) => `${contact_id}:${group_id}`)).size
  const parts = new Set(rows.map(({ appointment_id }) => appointment_id)).size
  const places = (count: number) => `${formatCount(count, 'plaats', 'plaatsen')} ${count === 1 ? 'komt' : 'komen'} vrij`
  if (rows.length === people) return `${places(people)}.`
  if (rows.length === people * parts)
    return `${places(people)} in elk van de ${formatCount(parts, 'onderdeel', 'onderdelen')}.`
  return `${places(rows.length)}, verdeeld over ${formatCount(parts, 'onderdeel', 'onderdelen')}.`
}

function outcomesOf(rows: Chosen[]): BulkPlan['outcomes'] {
  const filled = rows.filter(({ present, passed }) => present !== null || passed !== null).length
  const verb = (count: number, one: string, many: string) => (count === 1 ? one : many)
  return [
    { icon: 'armchair', lead: freed(rows) },
    ...(filled === 0
      ? []
      : [
          {
            icon: 'clipboard-x',
            lead: `${formatCount(filled, 'ingevuld resultaat', 'ingevulde resultaten')} ${verb(filled, 'vervalt', 'vervallen')}.`,
          },
        ]),
  ]
}

/** What goes by itself when these end, in one sentence. */
export const mailsOfRows = async (db: Db, rows: Chosen[]): Promise<string> =>
  (await mailsOf(db, rows)).map(({ lead, text = '' }) => `${lead} ${text}`.trim()).join(' ')

/** The same in sentences for one enrolment, which ends alone or with the others of its planning. */
export async function mailsOfOne(db: Db, viewer: Viewer, row: Chosen): Promise<string[]> {
  const all = await mailsOfRows(db, await inAllParts(db, viewer, [row]))
  const alone = await mailsOfRows(db, [row])
  return all === alone ? [all] : [`Alle onderdelen: ${all}`, `Alleen dit onderdeel: ${alone}`]
}

const NO_MAIL = 'Er gaat geen bericht uit.'

/** Whether one of these sentences promises mails. */
export const promisesMails = (sentences: readonly string[]): boolean => sentences.some((one) => !one.endsWith(NO_MAIL))

/** What people are told of it by itself: who was told to come, hears that it is over. */
async function mailsOf(db: Db | Trx, rows: Chosen[]): Promise<BulkPlan['outcomes']> {
  const foreseen = await foreseeOver(
    db,
    rows.map(({ appointment_id }) => appointment_id),
    rows.map(({ id }) => id),
  )
  if (foreseen.length === 0) return [{ icon: 'mail-off', lead: NO_MAIL }]
  return foreseen.map(({ template, mails }) => ({
    icon: 'mail',
    lead: `${formatCount(mails, 'e-mail gaat', 'e-mails gaan')} vanzelf uit:`,
    text: `‘${template}’.`,
  }))
}
