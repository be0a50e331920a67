import { parseForm } from '../../../platform/forms/invalid.ts'
import { formatCount, formatDate, formatPeriod } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { EndScreen } from '../../../platform/screens/models.ts'
import { type Fields, wizard } from '../../../platform/screens/form/wizard.ts'
import { getAppointment, listStatuses } from '../../planning/appointments/index.ts'
import { issuerProblem, listCertificateLayouts, listHeldCertificates } from '../../proof/certificates/index.ts'
import { choiceKey, resultsModel } from '../../proof/results/index.ts'
import { assertIssueDate, finishPlanning } from './finish.commands.ts'
import {
  ChosenLayouts,
  DocumentsStep,
  FinishForm,
  type NEXT_MOVES,
  PresenceStep,
  RefreshersStep,
  RegisterChoice,
  StatusStep,
} from './finish.forms.ts'
import { type PlanningToFinish, getPlanningToFinish } from './finish.queries.ts'
import { documentsFor, filledIn, notOver, openPoints, studentsOf } from './finish.rules.ts'
import { refresherFields } from '../../proof/refreshers/index.ts'
import { REGISTER_NAMES, type RegisterKey, registersFor } from '../../proof/registers/index.ts'
import { expectedPresence, filledPresence, hoursStep } from './hours.step.ts'
import { lettersStep, sendWith } from './letters.step.ts'
import { NOBODY, documentLine, presenceLine, refresherLine } from './lines.ts'
import { issueDayOf, refresherOverview, refresherRows } from './refreshers.step.ts'
import { finishArea } from '../../rights.ts'

const NEXT: Record<(typeof NEXT_MOVES)[number], string> = {
  print: '/calendar/getPrintCertificateForm',
  send: '/certificate/getCertificateSendWizard',
}

/** The people of the planning with the choices of the first step. */
const studentsAfter = (planning: PlanningToFinish, fields: Fields) =>
  studentsOf(filledIn(planning.rows, parseForm(PresenceStep, fields)))

/** Who passes by these choices, and when what they get is issued. */
const plannedOf = (planning: PlanningToFinish, fields: Fields) => ({
  planningId: planning.appointment.group_id,
  passed: studentsAfter(planning, fields).filter(({ passed }) => passed),
  issuedOn: issueDayOf(fields),
})

/** Presence and passed of the whole planning, refreshers, documents, status: one form, stored by its last step only. */
export const finishWizard = wizard({
  area: finishArea,
  record: 'appointment',
  fieldsOf: 'certificate',
  right: 'change',
  path: '/calendar/getFinishWizard/:id',
  noUndo: 'number given',
  home: '/calendar',
  load: ({ db, params, viewer }) => getPlanningToFinish(db, viewer, params.id),
  title: 'Planning afronden',
  subtitle: ({ appointment, parts }) =>
    [
      appointment.course_description,
      `planning ${appointment.group_id}`,
      formatPeriod(parts[0]!.starts_at, parts.at(-1)!.ends_at),
    ].join(' · '),
  steps: [
    {
      key: 'presence',
      label: 'Aanwezig en geslaagd',
      view: 'training/finish/presence',
      check: PresenceStep,
      load: async ({ db }, planning) => {
        const results = resultsModel(planning.rows, { saveUrl: null, withParts: planning.parts.length > 1 })
        const early = notOver(planning.parts, new Date())
        const code95 = await hoursStep(db, planning.parts, planning.rows, expectedPresence(planning.rows))
        const isIn = results.open === null && results.rows.length > 0
        const isQuiet = early.length === 0 && (code95?.lacking.length ?? 0) === 0
        return {
          results,
          early,
          code95,
          plain: isIn,
          line: isIn && isQuiet ? presenceLine(results.counts) : null,
        }
      },
    },
    {
      key: 'refreshers',
      label: 'Herhalingen',
      view: 'training/finish/refreshers',
      check: RefreshersStep,
      load: async ({ db }, planning, fields) => {
        const refreshers = await refresherRows(db, plannedOf(planning, fields), fields)
        return {
          refreshers,
          expiryLabel: refresherFields.expires_at.label,
          // The results are all in by now.
          plain: true,
          line: refresherLine(refreshers),
        }
      },
    },
    {
      key: 'documents',
      label: 'Certificaten maken',
      view: 'training/finish/documents',
      check: DocumentsStep,
      load: async ({ db, viewer }, planning, fields) => {
        const students = studentsAfter(planning, fields)
        const problem = await issuerProblem(db, viewer)
        const layouts = problem === null ? await listCertificateLayouts(db) : []
        const held = await listHeldCertificates(db, planning.appointment.group_id)
        // Whoever comes back to this step finds it as he left it.
        const issuedOn = typeof fields.issued_on === 'string' && fields.issued_on !== '' ? fields.issued_on : null
        const chosen = parseForm(ChosenLayouts, fields).document_layouts
        const documents = documentsFor(students, layouts, held).map(({ layout, make, have }) => ({
          layout,
          numbers: new Map(have.map(({ student, number }) => [student.contactId, number])),
          count: make.length,
          chosen: issuedOn === null ? layouts.length === 1 && make.length > 0 : chosen.includes(layout.id),
        }))
        const passed = students.filter((student) => student.passed)
        const day = issuedOn ?? formatDate(today())
        const registers = await registersFor(db, planning.appointment.group_id, parseForm(RegisterChoice, fields))
        return {
          problem,
          passed,
          registers,
          documents,
          issuedOn: day,
          // Whether people are passed on is for whoever finishes to say.
          line: registers.length > 0 ? null : passed.length === 0 ? NOBODY : documentLine(documents, day),
        }
      },
    },
    {
      key: 'status',
      label: 'Status planning',
      view: 'training/finish/status',
      check: StatusStep,
      load: async ({ db }, planning, fields) => {
        assertIssueDate(parseForm(DocumentsStep, fields), planning.parts)
        const statuses = await listStatuses(db)
        const label = (key: string) => statuses.find((status) => status.key === key)?.label ?? ''
        const update = typeof fields.update_status === 'string' ? fields.update_status : 'done'
        return {
          line: update === 'keep' ? 'Wordt niet gewijzigd' : `Wordt ${label(update)}`,
          options: StatusStep.shape.update_status.options.map((value) => ({
            value,
            label: value === 'keep' ? 'Niet wijzigen' : label(value),
          })),
          chosen: update,
          rows: planning.parts.map((part) => ({ ...partLine(part), status: label(part.status) })),
        }
      },
    },
    {
      key: 'overview',
      label: 'Overzicht',
      view: 'training/finish/overview',
      load: async ({ db, services, viewer }, planning, fields) => {
        const { document_layouts, issued_on } = parseForm(DocumentsStep, fields)
        const { update_status } = parseForm(StatusStep, fields)
        const registers = await registersFor(db, planning.appointment.group_id, parseForm(RegisterChoice, fields))
        const students = studentsAfter(planning, fields)
        const layouts = (await listCertificateLayouts(db)).filter(({ id }) => document_layouts.includes(id))
        const held = await listHeldCertificates(db, planning.appointment.group_id)
        const statuses = await listStatuses(db)
        const passed = students.filter((student) => student.passed)
        return {
          letters:
            document_layouts.length === 0 || registers.some(({ chosen }) => chosen)
              ? null
              : await lettersStep(services, viewer, passed),
          passed,
          failed: students.filter(({ passed }) => !passed),
          documents: documentsFor(students, layouts, held),
          issuedOn: formatDate(issued_on),
          passedOn: registers.filter(({ chosen }) => chosen).map(({ name }) => name),
          refreshers: await refresherOverview(db, plannedOf(planning, fields), fields),
          code95: await hoursStep(db, planning.parts, planning.rows, filledPresence(planning.rows, fields)),
          status: statuses.find(({ key }) => key === update_status) ?? null,
          open: openPoints(planning.parts, { students, held, layoutIds: document_layouts }, new Date()),
        }
      },
    },
  ],
  endLabel: 'Volgende stap',
  form: FinishForm,
  submits: [
    { label: 'Planning afronden' },
    { label: 'Afronden en afdrukken', name: 'next', value: 'print' },
    { label: 'Afronden en versturen', name: 'next', value: 'send' },
  ],
  save: async ({ trx, params, viewer, form, services }) => {
    const { appointmentIds, certificateIds, refresherIds, registers, passed, credited } = await finishPlanning(
      trx,
      viewer,
      params.id,
      form,
      services,
    )
    const { group_id } = await getAppointment(trx, params.id)
    const sent = await sendWith(trx, viewer, { form, planningId: group_id, registers }, services)
    // Without a certificate there is nothing to print or to send; of who is passed on the register gives them (T-086).
    const hasPapers = registers.length === 0 && (await listHeldCertificates(trx, group_id)).length > 0
    const next = form.next && hasPapers && sent === null ? { open: `${NEXT[form.next]}/${params.id}` } : null
    return {
      changed: [
        ...appointmentIds.map((id) => ({ type: 'appointment', id })),
        ...certificateIds.map((id) => ({ type: 'certificate', id })),
        ...refresherIds.map((id) => ({ type: 'refresher', id })),
      ],
      ...(next
        ? { ...next, flash: { str: 'Planning afgerond', type: 'success' } }
        : {
            end: endOf(params.id, {
              sent,
              made: certificateIds.length,
              refreshed: refresherIds.length,
              passedOn: { count: passed, registers },
              credited,
              hasPapers,
            }),
          }),
      body: { certificates: certificateIds.length },
    }
  },
  example: (story) => {
    const id = story.appointments.toFinish
    const there = story.students.slice(0, 8).map((student) => choiceKey(student.id, id))
    return {
      params: { id },
      form: {
        ...Object.fromEntries(there.map((key) => [`present_students[${key}]`, '1'])),
        ...Object.fromEntries(there.map((key) => [`passed_students[${key}]`, '1'])),
        update_status: 'executed',
      },
    }
  },
})

/** The last screen: the next move (T-023). */
const endOf = (
  id: number,
  {
    sent,
    made,
    refreshed,
    passedOn,
    credited,
    hasPapers,
  }: {
    /** What was said of the mails with the certificates; null where none were sent. */
    sent: string | null
    made: number
    refreshed: number
    passedOn: { count: number; registers: RegisterKey[] }
    credited: number
    hasPapers: boolean
  },
): EndScreen => ({
  title: 'Planning afgerond',
  text: [
    made > 0 ? `${formatCount(made, 'certificaat', 'certificaten')} gemaakt.` : 'Er zijn geen certificaten gemaakt.',
    ...(sent === null ? [] : [sent]),
    ...(refreshed > 0 ? [`${formatCount(refreshed, 'herhaling', 'herhalingen')} vastgelegd.`] : []),
    ...(credited > 0 ? [`${formatCount(credited, 'cursist krijgt', 'cursisten krijgen')} uren voor code 95.`] : []),
    ...passedOn.registers.map(
      (key) =>
        `${formatCount(passedOn.count, 'cursist wacht', 'cursisten wachten')} op verzending naar ${REGISTER_NAMES[key]}.`,
    ),
  ].join(' '),
  actions: [
    ...(hasPapers
      ? ([
          {
            label: 'Certificaten versturen',
            icon: 'send',
            kind: 'popup',
            primary: sent === null,
            url: `${NEXT.send}/${id}`,
          },
          { label: 'Certificaten afdrukken', icon: 'printer', kind: 'popup', url: `${NEXT.print}/${id}` },
        ] as const)
      : []),
    { label: 'Planning bekijken', icon: 'eye', kind: 'popup', url: `/calendar/view-appointment/${id}` },
  ],
})

const partLine = (part: PlanningToFinish['parts'][number]) => ({
  id: part.id,
  description: part.description,
  period: formatPeriod(part.starts_at, part.ends_at),
})
