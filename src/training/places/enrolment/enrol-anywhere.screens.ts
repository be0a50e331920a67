import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { id } from '../../../platform/forms/fields.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { MAX_LIST_BYTES } from '../participant-lists/index.ts'
import { getAnywhereScreen, getEnrolSubject } from './enrol.queries.ts'
import { hasPlanning, planningStep, studentsFor, studentsStep } from './enrol.step.ts'
import { enrolSent } from './enrol.commands.ts'
import { previewSent } from './enrol-preview.queries.ts'
import { students } from './enrolment.forms.ts'
import { EnrolForm, PreviewForm } from './list/list.forms.ts'
import { enrolAccess } from '../../rights.ts'

const PATH = '/calendar/enroll'
const unknown = id.optional().catch(undefined)

const example: OwnExample = (story) => ({
  query: { company_id: String(story.companies.deLinde) },
  form: {
    appointment_id: story.appointments.coming,
    'students[]': story.students.findLast(({ companyId }) => companyId === story.companies.deLinde)!.id,
  },
  foreign: { company_id: story.companies.vanLoon },
})

/** 'Anouk van der Linden inschrijven', or as much as is known where it was opened. */
function titleOf(people: { name: string }[], company: { name: string } | null): string {
  if (people.length === 1) return `${people[0]!.name} inschrijven`
  if (people.length > 1) return `${formatCount(people.length, 'cursist', 'cursisten')} inschrijven`
  return company === null ? 'Inschrijven' : `Inschrijven: ${company.name}`
}

/**
 * Enrol from anywhere else than a planning: one person, some of a list, people of a company, or nobody yet; who came from
 * where one was proposed finds that chosen, in a single step.
 */
export const enrolAnywhere = wizard({
  ...enrolAccess,
  alsoRecords: { contact_id: 'contact', company_id: 'company', appointment_id: 'appointment' },
  path: PATH,
  home: '/calendar',
  query: z.object({ contact_id: unknown, company_id: unknown, appointment_id: unknown, ids: students }),
  load: async ({ db, viewer, services, query: { contact_id, company_id, appointment_id, ids } }) => {
    const screen = await getAnywhereScreen(db, viewer, services, {
      contactIds: contact_id === undefined ? ids : [contact_id],
      companyId: company_id ?? null,
      appointmentId: appointment_id ?? null,
    })
    return { ...screen, listUrl: `${PATH}/list`, maxBytes: MAX_LIST_BYTES }
  },
  title: ({ people, company }) => titleOf(people, company),
  size: 'xlarge',
  steps: [planningStep, { ...studentsStep, load: (ctx, base, fields) => studentsFor(ctx, base, fields) }],
  single: (base) => hasPlanning(base),
  form: EnrolForm,
  formRecords: {
    appointment_id: 'appointment',
    rest_appointment_id: 'appointment',
    company_id: 'company',
    invoice_relation_id: 'company',
  },
  submits: [{ label: 'Inschrijven' }],
  save: async (ctx) => {
    const { appointment_id: id, rest_appointment_id: rest, way, students: chosen } = ctx.form
    const nobody = way === 'people' && chosen.length === 0 ? { students: ['Kies minimaal één cursist.'] } : null
    if (id === null) throw new Invalid({ appointment_id: ['Kies een planning.'], ...nobody })
    if (nobody) throw new Invalid(nobody)
    if (way === 'list' && rest !== null)
      await getEnrolSubject(ctx.trx, ctx.viewer, ctx.services, { id, by: undefined, chosen: rest })
    return enrolSent(ctx.trx, ctx, { appointmentId: id, restId: way === 'list' ? rest : null })
  },
  example,
})

/** The preview of a participant list there. */
export const anywhereListPreview = preview({
  ...enrolAccess,
  path: `${PATH}/list`,
  form: PreviewForm,
  formRecords: { appointment_id: 'appointment' },
  file: { field: 'file', maxBytes: MAX_LIST_BYTES },
  view: 'training/enrolment/preview',
  load: (ctx) => previewSent(ctx, ctx.form.appointment_id),
  example: (story) => ({
    form: { text: 'Naam\nJoost Bakker', appointment_id: story.appointments.coming },
    foreign: { appointment_id: story.appointments.foreign },
  }),
})
