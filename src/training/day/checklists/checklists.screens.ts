import { HttpError, NotFound } from '../../../platform/errors.ts'
import { may } from '../../../platform/access/viewer.ts'
import { formatCount, formatDateTime, formatPeriod } from '../../../platform/format/format.ts'
import { type Download, file, fragment } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { FillingForm, fillIn, filledPdf, fillingModel } from '../../../system/checklists/index.ts'
import { checklistBlocksArea, checklistsArea } from '../../../system/checklists/rights.ts'
import { lockParts } from '../../planning/appointments/index.ts'
import { type PartChecklist, getPartChecklist } from './checklists.queries.ts'

const access = { area: checklistsArea, record: 'appointment' } as const
const PATH = '/checklist/submissionForAppointment/:id'

/** The block of the story's checklist that is signed. */
const SIGNED = 9

const modelOf = ({ appointment, blocks, checklistVersion }: PartChecklist) =>
  fillingModel(blocks, {
    checklistVersion,
    fileUrl: (block, file) => `/checklist/file/${appointment.id}/${block}/${file}`,
  })

const aboutOf = ({ appointment }: PartChecklist): string =>
  [
    appointment.course_description,
    ...(appointment.description === appointment.course_description ? [] : [appointment.description]),
    formatPeriod(appointment.starts_at, appointment.ends_at),
  ].join(' · ')

/** The checklist of a part, filled in on a phone by who teaches it, or by who plans. */
export const submissionForAppointment = formPopup({
  ...access,
  fieldsOf: 'checklist-submission',
  right: 'change',
  path: PATH,
  home: '/calendar',
  size: 'medium',
  load: async ({ db, params }) => {
    const part = await getPartChecklist(db, params.id)
    return { part, filling: modelOf(part) }
  },
  title: ({ part }) => part.name,
  subtitle: ({ part }) => aboutOf(part),
  kept: ({ part }) => `Checklist ${part.name}, ${aboutOf(part)}`,
  status: ({ part }) => (part.submission?.finished_at ? { label: 'Afgerond', css: 'st-confirmed' } : null),
  view: 'system/checklists/fill',
  form: FillingForm,
  version: ({ part }) => part.submission?.version ?? 0,
  submits: ({ part }) =>
    part.submission?.finished_at
      ? [{ label: 'Opslaan', name: 'finish' }, { label: 'Heropenen' }]
      : [{ label: 'Afronden', name: 'finish' }, { label: 'Opslaan, later verder' }],
  save: async ({ trx, params, form, viewer, services }) => {
    const [locked] = await lockParts(trx, [params.id])
    if (locked?.status === 'cancelled') throw new HttpError(409, 'Deze planning is geannuleerd.')
    const { checklistId } = await getPartChecklist(trx, params.id)
    const subject = { type: 'appointment', id: params.id }
    const { id, finished } = await fillIn(trx, services, viewer, { subject, checklistId, form })
    return {
      changed: [subject, { type: 'checklist-submission', id }],
      flash: { str: finished ? 'Checklist afgerond' : 'Checklist opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    form: { 'answers[a2][answer]': '1' },
    foreign: { id: story.appointments.foreign },
  }),
})

/** What was filled in, as the tab of the part: who fills it in reads it. */
export const checklistOfAppointment = fragment({
  ...access,
  right: 'change',
  path: '/checklist/ofAppointment/:id',
  pageAddress: '/calendar/view-appointment/:id?item=checklist',
  view: 'training/checklists/tab',
  load: async ({ db, params, viewer }) => {
    const part = await getPartChecklist(db, params.id)
    const { submission } = part
    const filling = modelOf(part)
    return {
      name: part.name,
      checklistId: part.checklistId,
      appointmentId: params.id,
      cancelled: part.appointment.status === 'cancelled',
      filling,
      state: submission && {
        id: submission.id,
        finished: submission.finished_at !== null,
        by: submission.filled_by_name,
        at: formatDateTime(submission.finished_at ?? submission.updated_at),
        progress: `${filling.answered} van ${formatCount(filling.asked, 'vraag', 'vragen')} ingevuld`,
      },
      fills: may(viewer, checklistsArea, 'change'),
      removes: may(viewer, checklistBlocksArea, 'change'),
    }
  },
  example: (story) => ({
    params: { id: story.appointments.toFinish },
    foreign: { id: story.appointments.foreign },
  }),
})

const ofFilled: OwnExample = (story) => ({
  params: { id: story.appointments.toFinish },
  foreign: { id: story.appointments.foreign },
})

/** @throws NotFound while nobody began */
async function getFilled(db: Parameters<typeof getPartChecklist>[0], id: number) {
  const part = await getPartChecklist(db, id)
  if (!part.submission) throw new NotFound('Checklist')
  return { ...part, submission: part.submission }
}

export const checklistPdf = file({
  ...access,
  right: 'change',
  path: '/checklist/pdf/:id',
  open: async ({ db, params, services }): Promise<Download> => {
    const part = await getFilled(db, params.id)
    const { submission } = part
    const head = {
      title: part.name,
      subtitle: aboutOf(part),
      facts: [
        ['Planning', String(part.appointment.group_id)],
        ['Ingevuld door', submission.filled_by_name ?? ''],
        submission.finished_at
          ? ['Afgerond op', formatDateTime(submission.finished_at)]
          : ['Nog niet afgerond', formatDateTime(submission.updated_at)],
      ] as [string, string][],
      createdAt: submission.updated_at,
    }
    return {
      name: `checklist-${params.id}.pdf`,
      mimeType: 'application/pdf',
      content: filledPdf(services, head, part.blocks),
    }
  },
  example: ofFilled,
})

/** The photos or the signature of one block, by their order. */
export const checklistFile = file({
  ...access,
  right: 'change',
  path: '/checklist/file/:id/:block/:file',
  open: async ({ db, params, services }): Promise<Download> => {
    const { blocks } = await getFilled(db, params.id)
    const found = blocks.find(({ position }) => position === params.block)?.files[params.file - 1]
    if (!found) throw new NotFound('Bestand')
    return {
      name: `checklist-${params.id}-${params.block}-${params.file}.${found.type.slice('image/'.length)}`,
      mimeType: found.type,
      content: await services.files.open(found.key),
      inline: true,
    }
  },
  example: (story) => ({
    params: { id: story.appointments.toFinish, block: SIGNED, file: 1 },
    foreign: { id: story.appointments.foreign, block: SIGNED, file: 1 },
  }),
})
