import { may } from '../../../platform/access/viewer.ts'
import { NotFound } from '../../../platform/errors.ts'
import { formatCount, formatDate, formatDateTime, formatScore } from '../../../platform/format/format.ts'
import { qrPath } from '../../../platform/pdf/qr.ts'
import { action, fragment } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import type { Story } from '../../../platform/story.ts'
import { lookupUrl } from '../../day/kiosk/index.ts'
import { getEvaluation, listQuestions } from '../questionnaires/index.ts'
import { evaluationsArea, questionsArea } from '../questionnaires/rights.ts'
import { FEWEST } from './fewest.rules.ts'
import { RATES, asksOf, screensOf } from './form.rules.ts'
import { deleteSubmission } from './submissions.commands.ts'
import { getPlanningRound, getSubmission, listGiven, listStudents } from './submissions.queries.ts'

const HOME = '/evaluations'
const ofPart = { area: evaluationsArea, record: 'appointment', recordParam: 'appointmentId', right: 'view' } as const

const told = (score: number | null): string => (score === null ? '' : formatScore(score))

const stateOf = (done: boolean | null): string => (done === null ? 'Nog niet' : done ? 'Ingevuld' : 'Begonnen')

/** Who of a planning answered; without names only how many. */
export const evaluationDetails = popup({
  ...ofPart,
  path: '/evaluations/details/:appointmentId',
  home: '/calendar',
  size: 'medium',
  load: async ({ db, params, viewer }) => {
    const round = await getPlanningRound(db, params.appointmentId)
    const students = round.anonymous ? [] : await listStudents(db, round.group_id)
    return {
      round,
      appointmentId: params.appointmentId,
      students: students.map((one) => ({ ...one, state: stateOf(one.done), told: told(one.score) })),
      answered: `${round.named + round.unnamed} van ${formatCount(round.took_part, 'cursist', 'cursisten')}`,
      closes: round.closes_on === null ? '' : formatDate(round.closes_on),
      fewest: FEWEST,
      removes: may(viewer, questionsArea, 'change'),
    }
  },
  title: 'Evaluatie van een planning',
  subtitle: ({ round }) => round.course,
  actions: ({ appointmentId }) => [
    { area: evaluationsArea, right: 'view', label: 'Uitkomsten', icon: 'chart-bar', kind: 'popup', url: `/evaluations/statisticsView/appointment/${appointmentId}` }, // prettier-ignore
    { area: evaluationsArea, right: 'view', label: 'QR-code', icon: 'qrcode', kind: 'popup', url: `/evaluations/appointment-qr/${appointmentId}` }, // prettier-ignore
  ],
  view: 'training/submissions/details',
  example: (story) => ({
    params: { appointmentId: story.evaluated.appointment },
    foreign: { appointmentId: story.appointments.foreign },
  }),
})

const ofSubmission = (story: Story) => ({
  params: { appointmentGroupId: story.evaluated.planning, contactId: story.evaluated.contact },
})

/** What one student answered by name. */
export const evaluationAnswers = popup({
  area: evaluationsArea,
  record: null,
  right: 'view',
  path: '/evaluations/answers/:appointmentGroupId/:contactId',
  home: HOME,
  size: 'medium',
  load: async ({ db, params: { appointmentGroupId, contactId }, viewer }) => {
    const submission = await getSubmission(db, viewer, { planningId: appointmentGroupId, contactId })
    const given = await listGiven(db, submission.id)
    const lines = given.map((one) => ({ ...one, score: told(one.score) }))
    const categories = [...Map.groupBy(lines, ({ category }) => category)].map(([name, all]) => ({ name, lines: all }))
    return { submission, categories, planningId: appointmentGroupId, contactId }
  },
  title: ({ submission }) => submission.name,
  subtitle: ({ submission }) => `${submission.course} · ${submission.evaluation}, versie ${submission.number}`,
  status: ({ submission }) =>
    submission.score === null ? null : { label: formatScore(submission.score), css: 'st-confirmed' },
  options: ({ planningId, contactId }) => [
    {
      area: questionsArea,
      right: 'change',
      label: 'Verwijderen',
      icon: 'trash',
      kind: 'post',
      danger: true,
      url: `/evaluations/delete-submission/${planningId}/${contactId}`,
      confirm: 'Weet u zeker dat u deze ingevulde evaluatie wilt verwijderen? De antwoorden komen niet terug.',
    },
  ],
  footnote: ({ submission }) => `Ingevuld op ${formatDateTime(submission.finished_at)}`,
  view: 'training/submissions/answers',
  example: ofSubmission,
})

export const submissionDelete = action({
  area: questionsArea,
  record: 'appointment_group',
  right: 'change',
  // What somebody said about a teacher is not brought back by who did not like to read it.
  noUndo: 'anonymised or retention',
  path: '/evaluations/delete-submission/:appointmentGroupId/:contactId',
  save: async ({ trx, params: { appointmentGroupId: planningId, contactId } }) => {
    if (!(await deleteSubmission(trx, { planningId, contactId }))) throw new NotFound('Evaluatie')
    return {
      changed: [{ type: 'appointment_group', id: planningId }],
      flash: { str: 'Ingevulde evaluatie verwijderd', type: 'success' },
      close: true,
    }
  },
  example: ofSubmission,
})

/** The code that a room scans. */
export const appointmentQr = popup({
  ...ofPart,
  path: '/evaluations/appointment-qr/:appointmentId',
  home: '/calendar',
  size: 'small',
  load: async ({ db, params, services }) => {
    const { course, evaluation } = await getPlanningRound(db, params.appointmentId)
    const url = lookupUrl(services.config, params.appointmentId)
    return { course, evaluation, url, qr: qrPath(url) }
  },
  title: 'QR-code voor de evaluatie',
  subtitle: ({ course }) => course,
  actions: [
    { area: evaluationsArea, right: 'view', label: 'Afdrukken', icon: 'printer', kind: 'script', url: 'print' },
  ],
  view: 'training/submissions/qr',
  example: (story) => ({
    params: { appointmentId: story.evaluated.appointment },
    foreign: { appointmentId: story.appointments.foreign },
  }),
})

/** The form as a student sees it; it sends nothing. */
export const evaluationPreview = fragment({
  area: questionsArea,
  record: 'evaluation',
  right: 'view',
  path: '/evaluations/preview/:id',
  pageAddress: '/evaluations/view/:id?item=preview',
  view: 'training/submissions/preview',
  load: async ({ db, params }) => {
    const { name, intro, anonymous, version_id } = await getEvaluation(db, params.id)
    const screens = screensOf(asksOf(await listQuestions(db, version_id), [{ id: 0, name: 'de docent' }]))
    return { form: { course: name, intro, anonymous, version_id, wrong: null, rates: RATES, screens } }
  },
  example: (story) => ({ params: { id: story.evaluations.named } }),
})
