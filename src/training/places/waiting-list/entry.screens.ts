import * as z from 'zod'
import { NotFound } from '../../../platform/errors.ts'
import { id } from '../../../platform/forms/fields.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { answerOffer, takeOff } from './answering.commands.ts'
import { changeWishes, moveInLine, offerPlace, planOffer } from './waiting-list.commands.ts'
import { AnswerForm, MoveForm, OffForm, ReasonForm, WishesForm } from './waiting-list.forms.ts'
import { type Entry, getEntry, getPlanning, listLine } from './waiting-list.queries.ts'
import { waitingListArea, waitingPlanningArea } from './rights.ts'
import { whyText } from './why.rules.ts'
import { factsOf } from './offer.commands.ts'

const own = { area: waitingListArea, record: 'waiting-entry', right: 'change', home: '/waiting-list' } as const
const planned = { area: waitingPlanningArea, record: 'waiting-entry', right: 'change', home: '/waiting-list' } as const

const subtitle = ({ entry }: { entry: Entry }) => `${entry.course}${entry.company ? ` · ${entry.company}` : ''}`

const ofOwn: OwnExample = (story) => ({
  params: { id: story.waiting.own },
  foreign: { id: story.waiting.first },
})

/** Of the planning in whose line somebody is looked at. */
const InPlanning = z.object({ planning_id: id })

const changedBy = (entryId: number, partIds: number[] = []) => [
  { type: 'waiting-entry', id: entryId },
  ...partIds.map((part) => ({ type: 'appointment', id: part })),
]

/** What somebody who waits wishes. */
export const waitingEntry = formPopup({
  ...own,
  path: '/waiting-list/view/:id',
  size: 'medium',
  load: async ({ db, params, viewer }) => ({ entry: await getEntry(db, params.id, viewer) }),
  title: ({ entry }) => `${entry.name} op de wachtlijst`,
  subtitle,
  options: ({ entry }) => [
    {
      label: 'Van de wachtlijst halen',
      icon: 'user-minus',
      kind: 'popup',
      url: `/waiting-list/off/${entry.id}`,
      danger: true,
      area: waitingListArea,
      right: 'change',
    },
  ],
  view: 'training/waiting-list/wishes',
  form: WishesForm,
  formRecords: { establishment_id: 'establishment' },
  version: ({ entry }) => entry.version,
  stored: ({ entry }) => entry,
  save: async ({ trx, viewer, params, form }) => {
    await changeWishes(trx, viewer, params.id, form)
    return { changed: changedBy(params.id), flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story, role) => ({ ...ofOwn(story, role)!, form: { 'weekdays[]': 5 } }),
})

/** Takes somebody off the list. */
export const waitingOff = formPopup({
  ...own,
  path: '/waiting-list/off/:id',
  size: 'small',
  load: async ({ db, params, viewer }) => ({ entry: await getEntry(db, params.id, viewer) }),
  title: ({ entry }) => `${entry.name} van de wachtlijst halen`,
  subtitle,
  view: 'training/waiting-list/off',
  form: OffForm,
  back: 'question',
  submits: [{ label: '1 cursist weghalen', danger: true }],
  save: async ({ trx, viewer, params, form, services }) => {
    const entry = await getEntry(trx, params.id)
    await takeOff(trx, services, entry, { reason: form.reason, actorId: viewer.id })
    const parts = entry.open ? (await getPlanning(trx, entry.open.group_id)).parts.map((part) => part.id) : []
    return {
      changed: changedBy(params.id, parts),
      flash: { str: `${entry.name} van de wachtlijst gehaald`, type: 'success' },
    }
  },
  example: (story, role) => ({ ...ofOwn(story, role)!, form: { reason: 'Wil niet meer' } }),
})

/** Another place in the line, for a reason that stays with it. */
export const waitingMove = formPopup({
  ...planned,
  path: '/waiting-list/move/:id',
  size: 'small',
  query: InPlanning,
  load: async ({ db, params, query }) => {
    const [entry, line] = [await getEntry(db, params.id), await listLine(db, query.planning_id)]
    const place = line.findIndex((who) => who.id === params.id) + 1
    if (place === 0) throw new NotFound('Wachtende')
    return { entry, place, most: line.length }
  },
  title: ({ entry }) => `${entry.name} verplaatsen in de rij`,
  subtitle,
  view: 'training/waiting-list/move',
  form: MoveForm,
  submits: [{ label: 'Verplaatsen' }],
  save: async ({ trx, viewer, params, query, form }) => {
    const entry = await getEntry(trx, params.id)
    await moveInLine(trx, viewer, entry, { planningId: query.planning_id, ...form })
    const { parts } = await getPlanning(trx, query.planning_id)
    return {
      changed: changedBy(
        params.id,
        parts.map((part) => part.id),
      ),
      flash: { str: `${entry.name} staat nu op plaats ${form.place}`, type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.waiting.own },
    query: { planning_id: String(story.plannings.full) },
    form: { place: 1, reason: 'Certificaat verloopt' },
  }),
})

/** Offers somebody a place by hand, and shows who is passed over by it. */
export const waitingOffer = formPopup({
  ...planned,
  path: '/waiting-list/offer/:id',
  size: 'medium',
  query: InPlanning,
  load: async ({ db, params, query }) => {
    const plan = await planOffer(db as never, query.planning_id, params.id)
    return {
      entry: await getEntry(db, params.id),
      ...plan,
      why: plan.who && plan.why ? whyText(plan.why, factsOf(plan.who), plan.planning.offered) : null,
      passed: plan.passed.map(({ name }) => name),
    }
  },
  title: ({ entry }) => `Plaats aanbieden aan ${entry.name}`,
  subtitle,
  view: 'training/waiting-list/offer',
  form: ReasonForm,
  refusal: ({ refusal }) => refusal ?? undefined,
  submits: [{ label: 'Aanbieden' }],
  save: async ({ trx, viewer, params, query, form, services }) => {
    const entry = await getEntry(trx, params.id)
    const { partIds } = await offerPlace(trx, viewer, services, {
      planningId: query.planning_id,
      entryId: params.id,
      reason: form.reason,
    })
    return {
      changed: changedBy(params.id, partIds),
      flash: { str: `Plaats aangeboden aan ${entry.name}`, type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.waiting.any },
    query: { planning_id: String(story.waiting.planningWithPlaces) },
    form: { reason: 'Heeft gebeld' },
  }),
})

/** What somebody said on the phone; or the offer is withdrawn. */
export const waitingAnswer = formPopup({
  ...planned,
  path: '/waiting-list/answer/:id',
  size: 'small',
  load: async ({ db, params }) => {
    const entry = await getEntry(db, params.id)
    return { entry, until: entry.open && formatDateTime(new Date(entry.open.expires_at)) }
  },
  title: ({ entry }) => `Antwoord van ${entry.name}`,
  subtitle,
  view: 'training/waiting-list/answer',
  form: AnswerForm,
  refusal: ({ entry }) => (entry.open ? undefined : 'Dit aanbod loopt niet meer.'),
  save: async ({ trx, viewer, params, form, services }) => {
    const entry = await getEntry(trx, params.id)
    const outcome = await answerOffer(trx, services, entry, {
      reply: form.answer,
      reason: form.reason,
      actorId: viewer.id,
    })
    const parts = entry.open ? (await getPlanning(trx, entry.open.group_id)).parts.map((part) => part.id) : []
    const said = { accepted: 'ingeschreven', declined: 'zei nee', withdrawn: 'aanbod ingetrokken', late: '' }[outcome]
    return {
      changed: [...changedBy(params.id, parts), { type: 'enrolment', id: 0 }],
      flash:
        outcome === 'late'
          ? { str: 'Dit aanbod loopt niet meer.', type: 'warning' }
          : { str: `${entry.name}: ${said}`, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.waiting.offered }, form: { answer: 'no' } }),
})
