import * as z from 'zod'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { id } from '../../../platform/forms/fields.ts'
import { isoDate } from '../../../platform/forms/iso-date.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { noMailNote, sentFlash } from '../../../platform/mail/sending.ts'
import { planKey } from '../../../platform/screens/table/bulk-plan.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import type { Services } from '../../../platform/services.ts'
import { type AbsenceInput, addAbsence, getAbsence, personChoice } from '../../../relations/availability/index.ts'
import { awayText } from '../../../system/occupations/index.ts'
import { carryOut, planHeld } from './replacements.commands.ts'
import { going } from './handing-over.plan.ts'
import { BACK, ReplaceForm, type ReplaceInput, ReportForm } from './replacements.forms.ts'
import { type Reader, listReaders } from './replacements.mails.ts'
import {
  type Absent,
  type ReplacingPlan,
  countText,
  findAbsent,
  getAbsent,
  planReplacing,
} from './replacements.plan.ts'
import { MOST_HITS, OPEN_DAYS, findSameAbsence, findTaught } from './replacements.queries.ts'
import { replacementsArea } from './rights.ts'

const PATH = '/replacements/report'
const access = { area: replacementsArea, record: 'absence', right: 'change' } as const
const WHO = 'Kies wie er niet is.'
const AGAIN = 'Deze persoon is dan al afwezig gemeld.'

/** What is chosen when it opens: nobody, and that all who are concerned are told. */
const NOTHING: ReplaceInput = {
  choices: new Map(),
  others: new Map(),
  tell_replacing: true,
  tell_replaced: true,
  tell_students: false,
  plan: undefined,
}
const NO_PLAN: ReplacingPlan = {
  hits: [],
  more: false,
  total: 0,
  until: null,
  mails: 0,
  students: false,
  best: new Map(),
  swaps: [],
  handed: [],
  question: WHO,
  shown: { does: [], stays: [], outcomes: [] },
}

const words = {
  one: 'onderdeel',
  many: 'onderdelen',
  verb: 'overdragen',
  done: 'overgedragen',
  will: { one: 'Wordt overgedragen', many: 'Worden overgedragen' },
}

/** '2 onderdelen en 1 bezoek overdragen, 1 bezoek terugzetten'. */
function movesText({ swaps, handed }: ReplacingPlan, over: string, back: string): string {
  const [put, given] = [going(handed).filter(({ chosen }) => chosen === BACK), going(handed).filter(({ chosen }) => chosen !== BACK)] // prettier-ignore
  const [handedOver, putBack] = [countText(swaps.length, given), countText(0, put)]
  return [...(handedOver ? [`${handedOver} ${over}`] : []), ...(putBack ? [`${putBack} ${back}`] : [])].join(', ')
}

/** What the button says, and the title; what is reported is reported along. */
function told(plan: ReplacingPlan, absent: Absent | null, reports: boolean) {
  const moves = movesText(plan, words.verb, 'terugzetten')
  const mails = plan.mails === 0 ? '' : `, ${formatCount(plan.mails, 'e-mail', 'e-mails')}`
  const label = !reports
    ? `${moves || `0 ${words.many} ${words.verb}`}${mails}`
    : moves === ''
      ? 'Afwezig melden'
      : `Afwezig melden en ${moves}${mails}`
  const title = reports ? `${absent?.name ?? 'Iemand'} afwezig melden` : `Onderdelen van ${absent!.name} overdragen`
  return { label, title }
}

/** What is shown of a plan, with why it cannot be saved as things are. */
function shown(plan: ReplacingPlan, absent: Absent | null, reports: boolean) {
  const nothing = !reports && plan.swaps.length + going(plan.handed).length === 0 ? 'Er is niets te doen.' : ''
  return {
    ...told(plan, absent, reports),
    plan,
    reports,
    words,
    readers: [] as Reader[],
    messagePath: absent?.absenceId ? `/replacements/of/${absent.absenceId}/message` : `${PATH}/message`,
    refusal: plan.question ?? nothing,
    key: absent === null ? '' : planKey(plan.shown),
  }
}

interface Asking {
  db: Db | Trx
  viewer: Viewer
  services: Services
}

/** A plan as it is shown, with for whom its messages can be read. */
async function whole(
  { db, viewer, services }: Asking,
  { absent, form, reports }: { absent: Absent; form: ReplaceInput; reports: boolean },
) {
  const plan = await planReplacing(db, services.registry, viewer, { ...form, absent })
  const readers = await listReaders(db, viewer, plan, absent, form)
  return {
    ...shown(plan, absent, reports),
    readers,
    noMail: plan.mails > 0 ? await noMailNote(services, viewer) : null,
  }
}

async function ofReport({ db, viewer, services }: Asking, form: AbsenceInput & ReplaceInput) {
  const absent = await findAbsent(db, form)
  if (absent === null) return shown(NO_PLAN, null, true)
  const same = await findSameAbsence(db, absent.contactId, absent.period)
  if (same !== undefined) return { ...shown({ ...NO_PLAN, question: AGAIN }, absent, true), same }
  return whole({ db, viewer, services }, { absent, form, reports: true })
}

async function ofAbsence({ db, viewer, services }: Asking, absenceId: number, form: ReplaceInput) {
  const absent = await getAbsent(db, absenceId)
  return whole({ db, viewer, services }, { absent, form, reports: false })
}

const changedBy = ({ swaps, handed }: ReplacingPlan, absence: number) => [
  { type: 'absence', id: absence },
  ...going(handed).map(({ source, id }) => ({ type: source.record, id })),
  ...swaps.map(({ hit }) => ({ type: 'appointment', id: hit.id })),
  { type: 'message', id: 0 },
]

async function flashOf(services: Services, done: string, mails: number) {
  if (mails === 0) return { str: done, type: 'success' as const }
  const waits = `${done}; ${formatCount(mails, 'bericht staat', 'berichten staan')} klaar`
  return sentFlash(services, waits, { mails, done: `${done}.` })
}

/**
 * The first days of an absence: today, unless the place it was opened from is about another. Opened from a part it is
 * about who teaches that, and who is best takes over unless somebody chooses otherwise.
 */
const Opened = z.object({
  part: id.optional().catch(undefined),
  contact_id: id.optional().catch(undefined),
  day: isoDate.optional().catch(undefined),
})

/** Somebody is away: for how long, what that hits, who takes over what, and who is told. */
export const reportAway = formPopup({
  ...access,
  recordParam: null,
  alsoRecords: { contact_id: 'contact' },
  path: PATH,
  home: '/availability',
  size: 'large',
  query: Opened,
  view: 'training/replacements/report',
  form: ReportForm,
  formRecords: { contact_id: 'contact' },
  back: 'question',
  footnote: 'U kunt dit 24 uur ongedaan maken.',
  load: async ({ db, viewer, services, query }) => {
    const taught = query.part === undefined ? undefined : await findTaught(db, query.part)
    const { day = today(), contact_id = null } = taught ?? query
    const period = { first_day: day, last_day: day, from_time: null, until_time: null }
    const absence = { ...period, contact_id, kind: 'sick' as const, reason: null }
    const asking = { db, viewer, services }
    const open = await ofReport(asking, { ...NOTHING, ...absence })
    const isProposed = taught !== undefined && open.plan.best.size > 0
    const first = isProposed ? await ofReport(asking, { ...NOTHING, ...absence, choices: open.plan.best }) : open
    const person = contact_id === null ? null : await personChoice(db, contact_id)
    const limits = { days: OPEN_DAYS, parts: MOST_HITS }
    return { ...first, absence, person, limits, previewPath: `${PATH}/preview` }
  },
  title: ({ title }) => title,
  submits: ({ label }) => [{ label }],
  refusal: ({ refusal }) => refusal || undefined,
  save: async ({ trx, viewer, services, form }) => {
    const {
      choices: _choices,
      others: _others,
      tell_replaced: _replaced,
      tell_replacing: _replacing,
      tell_students: _students,
      plan: _plan,
      ...absence
    } = form
    const absent = await findAbsent(trx, absence)
    if (absent === null) throw new Invalid({ contact_id: [WHO] })
    const plan = await planHeld(trx, services, viewer, { ...form, absent })
    if ((await findSameAbsence(trx, absent.contactId, absent.period)) !== undefined)
      throw new Invalid({ _form: [AGAIN] })
    const absenceId = await addAbsence(trx, viewer, absence)
    const mails = await carryOut(trx, services, viewer, { absenceId, plan, form })
    const moved = movesText(plan, words.done, 'teruggezet')
    return {
      changed: changedBy(plan, absenceId),
      flash: await flashOf(services, [`${absent.name} afwezig gemeld`, ...(moved ? [moved] : [])].join(', '), mails),
      body: { id: absenceId },
    }
  },
  example: (story) => ({
    form: {
      contact_id: story.contacts.teacher,
      kind: 'sick',
      first_day: formatDate(addDays(today(), 600)),
      last_day: formatDate(addDays(today(), 601)),
    },
    foreign: null,
  }),
})

/** The same as it would be under other choices. */
export const reportPreview = preview({
  ...access,
  recordParam: null,
  path: `${PATH}/preview`,
  form: ReportForm,
  formRecords: { contact_id: 'contact' },
  view: 'training/replacements/plan',
  load: ({ db, viewer, services, form }) => ofReport({ db, viewer, services }, form),
  example: (story) => ({
    form: { contact_id: story.contacts.teacher, kind: 'sick', first_day: formatDate(today()) },
    foreign: null,
  }),
})

/** What was not arranged yet of an absence that is known already. */
export const replaceAway = formPopup({
  ...access,
  path: '/replacements/of/:id',
  home: '/availability',
  size: 'large',
  view: 'training/replacements/of',
  form: ReplaceForm,
  back: 'question',
  footnote: 'U kunt dit 24 uur ongedaan maken.',
  load: async ({ db, viewer, services, params }) => {
    const first = await ofAbsence({ db, viewer, services }, params.id, NOTHING)
    const absence = await getAbsence(db, params.id)
    return { ...first, period: awayText(absence), previewPath: `/replacements/of/${params.id}/preview` }
  },
  title: ({ title }) => title,
  subtitle: ({ period }) => `Niet beschikbaar: ${period}`,
  submits: ({ label }) => [{ label }],
  refusal: ({ refusal }) => refusal || undefined,
  save: async ({ trx, viewer, services, params, form }) => {
    const absent = await getAbsent(trx, params.id)
    const plan = await planHeld(trx, services, viewer, { ...form, absent })
    const done = movesText(plan, `van ${absent.name} ${words.done}`, 'teruggezet')
    if (done === '') throw new Invalid({ _form: ['Er is niets te doen.'] })
    const mails = await carryOut(trx, services, viewer, { absenceId: params.id, plan, form })
    return { changed: changedBy(plan, params.id), flash: await flashOf(services, done, mails) }
  },
  example: (story) => ({
    params: { id: story.sickness.absence },
    form: { [`choices[p${story.sickness.part}]`]: story.contacts.teacher, plan: '' },
    foreign: null,
  }),
})

/** The same as it would be under other choices. */
export const replacePreview = preview({
  ...access,
  path: '/replacements/of/:id/preview',
  form: ReplaceForm,
  view: 'training/replacements/plan',
  load: ({ db, viewer, services, params, form }) => ofAbsence({ db, viewer, services }, params.id, form),
  example: (story) => ({ params: { id: story.sickness.absence }, foreign: null }),
})
