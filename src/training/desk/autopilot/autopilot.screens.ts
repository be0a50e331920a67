import { ROLE } from '../../../platform/access/roles.ts'
import { formatCount, formatDate, formatPeriod } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import type { EndScreen, Flash } from '../../../platform/screens/models.ts'
import type { Services } from '../../../platform/services.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import { editorFor } from '../../../system/messages/index.ts'
import { noMailNote, sentFlash } from '../../../platform/mail/sending.ts'
import { companyNames } from '../../../relations/companies/index.ts'
import { courseAudience } from '../../messages/audiences/index.ts'
import { OPTION_DAYS } from '../../planning/planning/index.ts'
import { enrolmentPlanningArea } from '../../rights.ts'
import { type Accepted, accept } from './accepting.commands.ts'
import { ACCEPT_WORDS, acceptLabel, mailsOfAccepting, planAccepting } from './accepting.queries.ts'
import { AHEAD, AutopilotForm, AutopilotQuery, ChosenStep, DISTANCES, MINIMUM, WhoStep } from './autopilot.forms.ts'
import { listNear, makeProposal } from './autopilot.queries.ts'
import type { Opening, Proposal, ProposedLine } from './types.ts'
import { teacherNames } from './new-plannings.rules.ts'
import { listReaders } from './reading.queries.ts'
import { type Standing, standingOf } from './open-plannings.queries.ts'
import { PROPOSED } from './notices.mails.ts'
import { countsOf, listToTell } from './notices.queries.ts'

const shownOpening = (opening: Opening) => ({
  key: opening.key,
  when: formatPeriod(opening.spans[0]!.starts_at, opening.spans.at(-1)!.ends_at),
  place: opening.place,
  popup: opening.fresh === null ? `/calendar/view-appointment/${opening.key.slice(1)}` : null,
})

const shownLine = ({ due, opening, late, km, reason }: ProposedLine) => ({
  value: opening === null ? null : `${due.id}:${opening.key}`,
  name: due.name,
  contact: `/contact/view/${due.contactId}`,
  company: due.company ?? 'Particulier',
  course: due.course,
  dueOn: formatDate(due.dueOn),
  late: late || due.dueOn < today(),
  km,
  reason,
})

const openingsIn = ({ lines }: Proposal): Opening[] => [...new Set(lines.flatMap(({ opening }) => opening ?? []))]

/** The proposal as it is shown: by planning, those there are in front, and at the end who gets nothing. */
function shownProposal({ lines, fresh }: Proposal, standing: ReadonlyMap<Opening, Standing>) {
  const byOpening = Map.groupBy(lines, ({ opening }) => opening)
  const why = new Map(fresh.map(({ opening, reason }) => [opening, reason]))
  const plannings = [...byOpening]
    .flatMap(([opening, own]) => (opening === null ? [] : [{ opening, own }]))
    .sort(
      (a, b) =>
        +(a.opening.fresh !== null) - +(b.opening.fresh !== null) ||
        +a.opening.spans[0]!.starts_at - +b.opening.spans[0]!.starts_at,
    )
    .map(({ opening, own }) => ({
      ...shownOpening(opening),
      course: own[0]!.due.course,
      fresh: opening.fresh && { teacher: teacherNames(opening.fresh), maxCount: opening.fresh.maxCount },
      free: opening.free,
      isOption: standing.get(opening)?.isOption ?? false,
      found: standing.get(opening)?.found ?? [],
      reason: why.get(opening) ?? null,
      lines: own.map(shownLine),
    }))
  const companies = Map.groupBy(
    lines.filter(({ opening }) => opening !== null),
    ({ due }) => due.company ?? 'Particulier',
  )
  return {
    plannings,
    nowhere: (byOpening.get(null) ?? []).map(shownLine),
    companies: [...companies].map(([name, own]) => ({ name, count: own.length })),
    placed: lines.filter(({ opening }) => opening !== null).length,
    total: lines.length,
  }
}

const endOf = ({ people, stays, partIds }: Accepted): EndScreen => ({
  title: `${formatCount(people, 'cursist', 'cursisten')} ingeschreven, ${stays.length} niet`,
  text: stays.map(({ name, why }) => `${name} ${why}.`).join(' '),
  actions: [
    {
      label: 'Planning bekijken',
      icon: 'eye',
      kind: 'popup',
      url: `/calendar/view-appointment/${partIds[0]!}`,
    },
  ],
})

const doneText = ({ people, planningIds }: Accepted): string =>
  [
    `${formatCount(people, 'cursist', 'cursisten')} ingeschreven`,
    ...(planningIds.length > 0 ? [`${formatCount(planningIds.length, 'planning', 'planningen')} toegevoegd`] : []),
  ].join(', ')

/** What was done, and how many messages are ready to go with it. */
async function flashOf(services: Services, done: Accepted): Promise<Flash> {
  const str = doneText(done)
  if (done.told === 0) return { str, type: 'success' }
  const sent = `${str}; ${formatCount(done.told, 'bericht staat', 'berichten staan')} klaar`
  return sentFlash(services, sent, { mails: done.told, done: `${str}.` })
}

/** Proposes where everybody goes who has to take something again, and does it as far as the planner takes it over. */
export const autopilotWizard = wizard({
  area: enrolmentPlanningArea,
  record: 'refresher',
  recordParam: null,
  alsoRecords: { company_id: 'company' },
  fieldsOf: 'refresher',
  right: 'change',
  path: '/courseRefresher/proposal',
  home: '/courses/refreshers',
  query: AutopilotQuery,
  size: 'xlarge',
  title: 'Herhalingen inplannen',
  load: async ({ db, query }) => {
    const name = query.company_id === undefined ? undefined : (await companyNames(db, [query.company_id])).get(query.company_id) // prettier-ignore
    return {
      ids: query.ids,
      company: name === undefined ? [] : [{ id: query.company_id!, label: name }],
    }
  },
  steps: [
    {
      key: 'who',
      label: 'Wie',
      view: 'training/autopilot/who',
      check: WhoStep,
      load: async ({ db }) => ({
        establishments: await listNear(db),
        until: formatDate(addDays(today(), AHEAD)),
        distances: DISTANCES,
        minimum: MINIMUM,
      }),
    },
    {
      key: 'proposal',
      label: 'Voorstel',
      view: 'training/autopilot/proposal',
      check: ChosenStep,
      load: async ({ db, viewer, services: { registry } }, { ids }, fields) => {
        const proposal = await makeProposal(db, registry, viewer, ids, parseForm(WhoStep, fields))
        return {
          ...shownProposal(proposal, await standingOf(db, registry, openingsIn(proposal))),
          planningFacts: registry.record('appointment_group').facts,
          optionUntil: formatDate(addDays(today(), OPTION_DAYS)),
        }
      },
    },
    {
      key: 'check',
      label: 'Controleren',
      view: 'training/autopilot/check',
      load: async ({ db, viewer, services }, _base, fields) => {
        const { lines, status } = parseForm(ChosenStep, fields)
        const plan = await planAccepting(db, services.registry, viewer, lines)
        const mails = await mailsOfAccepting(db, plan, status)
        const people = await listToTell(db, plan.going, status)
        return {
          plan: { ...plan, outcomes: [...plan.outcomes, ...mails] },
          kinds: countsOf(people),
          readers: await listReaders(db, plan, people),
          editor: editorFor(courseAudience),
          message: PROPOSED,
          noMail: await noMailNote(services, viewer),
          messageFacts: services.registry.record('message').facts,
          words: ACCEPT_WORDS,
          label: acceptLabel(plan),
          plannings: plan.going.map(({ opening, dues }) => ({
            ...shownOpening(opening),
            course: dues[0]!.course,
            fresh: opening.fresh !== null,
            names: dues.map(({ name }) => name),
          })),
        }
      },
    },
  ],
  form: AutopilotForm,
  submits: [{ label: 'Voorstel uitvoeren' }],
  save: async ({ trx, services, viewer, form }) => {
    const done = await accept(trx, services, viewer, form)
    return {
      changed: [
        ...done.refresherIds.map((id) => ({ type: 'refresher', id })),
        ...done.partIds.map((id) => ({ type: 'appointment', id })),
        ...done.enrolmentIds.map((id) => ({ type: 'enrolment', id })),
        ...(done.told > 0 ? [{ type: 'message', id: 0 }] : []),
      ],
      flash: await flashOf(services, done),
      ...(done.stays.length > 0 ? { end: endOf(done) } : {}),
      body: { enrolled: done.people, left: done.stays.length, plannings: done.planningIds },
    }
  },
  example: (story, role) =>
    role === ROLE.administrator || role === ROLE.scheduler
      ? { form: { 'lines[]': `${story.autopilot.due}:p${story.autopilot.part}` } }
      : null,
})
