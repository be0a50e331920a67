import { formatPeriod } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { canBeFinished, getAppointment, listParts } from '../../planning/appointments/index.ts'
import type { RecordedResult } from '../../places/enrolment/index.ts'
import { listCountedParts } from '../../planning/code95/index.ts'
import { finishArea, resultsArea } from '../../rights.ts'
import { saveResults } from './results.commands.ts'
import { choiceKey } from './results.contract.ts'
import { ResultsForm } from './results.forms.ts'
import { listResults } from './results.queries.ts'
import { resultsModel } from './results.rules.ts'

const PATH = '/calendar/results/:id'
const access = { area: resultsArea, record: 'appointment', path: PATH } as const

const example: OwnExample = (story) => ({
  params: { id: story.appointments.coming },
  form: { [`present_students[${choiceKey(story.contacts.anouk, story.appointments.coming)}]`]: '1' },
  foreign: { id: story.appointments.foreign },
})

/** Presence and passed of one part; a teacher fills it in on a phone, where the popup is the whole page. */
export const resultsPopup = popup({
  ...access,
  right: 'view',
  home: '/calendar',
  load: async ({ db, params, viewer }) => {
    const appointment = await getAppointment(db, params.id)
    const parts = await listParts(db, appointment.group_id)
    const rows = await listResults(db, viewer, [params.id])
    const counted = await listCountedParts(db, [params.id])
    return {
      appointment,
      parts,
      results: resultsModel(rows, {
        saveUrl: `/calendar/results/${params.id}`,
        withParts: false,
        leaving: counted.has(params.id),
      }),
    }
  },
  title: 'Aanwezig en geslaagd',
  subtitle: ({ appointment }) =>
    [
      appointment.course_description,
      ...(appointment.description === appointment.course_description ? [] : [appointment.description]),
      `planning ${appointment.group_id}`,
      formatPeriod(appointment.starts_at, appointment.ends_at),
    ].join(' · '),
  status: ({ appointment }) => ({
    label: appointment.status_label,
    css: appointment.status_color ?? appointment.status_css,
  }),
  actions: ({ appointment, parts }) =>
    canBeFinished(parts)
      ? [
          {
            label: 'Planning afronden',
            icon: 'flag',
            kind: 'popup',
            url: `/calendar/getFinishWizard/${appointment.id}`,
            area: finishArea,
            right: 'change',
          },
        ]
      : [],
  view: 'training/results/choices',
  example,
})

const stored = ({ contact_id, appointment_id, present, passed, note, version }: RecordedResult) => ({
  key: choiceKey(contact_id, appointment_id),
  present,
  passed,
  note,
  version,
})

const enrolmentOf = ({ id }: RecordedResult) => ({ type: 'enrolment', id })

/** Saves at once, row by row or many together; the answer says what is stored now. */
export const resultsSave = action({
  ...access,
  right: 'change',
  form: ResultsForm,
  save: async ({ trx, params, form }) => {
    const rows = await saveResults(trx, params.id, form)
    return {
      // Of many the part alone is told: with each of them it would be one change too many to name.
      changed: [{ type: 'appointment', id: params.id }, ...(rows.length === 1 ? rows.map(enrolmentOf) : [])],
      done: 'Aanwezigheid en resultaten opgeslagen',
      body: { rows: rows.map(stored) },
    }
  },
  example,
})
