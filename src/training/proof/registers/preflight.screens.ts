import { Readable } from 'node:stream'
import { may } from '../../../platform/access/viewer.ts'
import { NotFound } from '../../../platform/errors.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { packWorkbook } from '../../../platform/export/workbook.ts'
import { today } from '../../../platform/format/zone.ts'
import { file, fragment } from '../../../platform/screens/call/calls.ts'
import type { Status } from '../../../platform/screens/models.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { type Light, lightOf } from './preflight.rules.ts'
import { listCandidates, preflightOf } from './preflight.queries.ts'
import { REGISTER_NAMES } from './requests.rules.ts'
import { askStep } from './next.rules.ts'
import { questionText, whyNotAsked } from './questions/mending.rules.ts'
import { listQuestions } from './questions/questions.queries.ts'
import { registerSendArea, registersArea } from './rights.ts'

const LIGHTS: Record<Light, Status> = {
  ready: { label: 'Klaar', css: 'st-confirmed' },
  watch: { label: 'Let op', css: 'st-option' },
  stop: { label: 'Kan niet', css: 'st-cancelled' },
}

/** Who of a planning can be passed on to the registers of its course, from the enrolment on, and what is still to be mended. */
export const preflight = fragment({
  area: registersArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/:id/registers',
  pageAddress: '/calendar/view-appointment/:id',
  view: 'training/registers/preflight',
  load: async ({ db, viewer, params, services }) => {
    const { group_id } = await getAppointment(db, params.id)
    const judged = await preflightOf(db, services.config, group_id)
    const planning = judged[0]?.planning
    if (!planning) throw new NotFound('Register')
    const names = judged.map(({ register }) => REGISTER_NAMES[register])
    const ids = planning.students.map(({ id }) => id)
    const questions = await listQuestions(db, services.config, group_id, ids, judged)
    const now = new Date()
    const rows = planning.students.map(({ id, name }) => {
      const question = questions.get(id)!
      const own = judged.map(({ defects }) => defects.filter(({ student }) => student === id))
      return {
        id,
        name,
        lights: own.map((defects) => LIGHTS[lightOf(defects)]),
        light: lightOf(own.flat()),
        texts: [...new Set(own.flat().map(({ text }) => textOf(text, name)))],
        // Who cannot be asked for want of an address is told; who has nothing to mend is not.
        ...(question.fields.length === 0
          ? { canAsk: false, asked: questionText(question), isOpen: false }
          : { canAsk: whyNotAsked({ ...question, now }) === null, asked: questionText(question) ?? whyNotAsked({ ...question, now }), isOpen: question.askedAt !== null && question.answeredAt === null && question.withdrawnAt === null }), // prettier-ignore
      }
    })
    const ofPlanning = [
      ...new Set(
        judged.flatMap(({ defects }) => defects.flatMap(({ student, text }) => (student === null ? [text] : []))),
      ),
    ]
    const askable = rows.flatMap(({ id, canAsk }) => (canAsk ? [id] : []))
    const waiting = rows.filter(({ light }) => light === 'stop').length
    return {
      registers: names,
      rows,
      asks: may(viewer, registerSendArea, 'change'),
      ask:
        askable.length < 2
          ? null
          : askStep(params.id, askable, `${formatCount(askable.length, 'cursist', 'cursisten')} vragen`),
      ofPlanning,
      courseId: judged[0]!.courseId,
      partId: params.id,
      isReady: ofPlanning.length === 0 && waiting === 0,
      firstDay: planning.firstDay === null ? null : formatDate(planning.firstDay),
      isPast: planning.firstDay !== null && planning.firstDay <= today(),
      summary: [
        formatCount(rows.length, 'cursist', 'cursisten'),
        `${rows.filter(({ light }) => light === 'ready').length} klaar`,
        `${rows.filter(({ light }) => light === 'watch').length} let op`,
        `${waiting} kan niet`,
      ].join(', '),
    }
  },
  example: (story) => ({ params: { id: story.appointments.coming }, foreign: { id: story.appointments.foreign } }),
})

/** Beside the name of a student a sentence needs not name them again. */
function textOf(text: string, name: string): string {
  const rest = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text
  return `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`
}

const COLUMNS = ['Achternaam', 'Tussenvoegsel', 'Voorletters', 'Voornaam', 'Geboortedatum', 'E-mail', 'Bedrijf', 'Opleiding', 'Eerste dag', 'Laatste dag'] // prettier-ignore

async function* each<T>(rows: readonly T[]) {
  yield* rows
}

/** The students of a planning for an exam centre or an association that takes a list: nothing is known of a form of theirs. */
export const candidateList = file({
  area: registersArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/:id/registers/list',
  open: async ({ db, params }) => {
    const { group_id } = await getAppointment(db, params.id)
    const rows = await listCandidates(db, group_id)
    return {
      name: `cursisten planning ${group_id}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: Readable.from([await packWorkbook(COLUMNS, each(rows))]),
    }
  },
  example: (story) => ({ params: { id: story.appointments.coming }, foreign: { id: story.appointments.foreign } }),
})
