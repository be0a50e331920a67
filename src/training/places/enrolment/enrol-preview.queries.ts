import type * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import { mapInTurns } from '../../../platform/jobs/turns.ts'
import type { PreviewCtx } from '../../../platform/screens/form/preview.ts'
import { type ChosenColumns, ParticipantListError, readList } from '../participant-lists/index.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { listChosenParts } from './enrol.queries.ts'
import { LINE_FIELDS } from './list/list-columns.ts'
import type { PreviewForm } from './list/list.forms.ts'
import { matchLines, sourceModel } from './list/preview.queries.ts'
import { carryOver, freshLine, lineOf } from './list/list.rules.ts'
import { previewFor } from './list/turns.commands.ts'

type Sent = PreviewCtx<object, object, z.output<typeof PreviewForm>>

/**
 * The preview of a participant list: pasted text or a file that is read, or without either the lines of an earlier
 * preview, which are matched again after a correction. Lines that come with a list carry what was decided on them over.
 * Nothing of it is kept.
 * @param appointmentId the planning, as far as it is known
 * @param reservationId the reservation whose places the people get
 */
export async function previewSent(ctx: Sent, appointmentId: number | null, reservationId?: number) {
  const { db, viewer, services, form, file, gone } = ctx
  const parts =
    appointmentId === null ? [] : await listChosenParts(db, appointmentId, form.what_appointments, reservationId)
  const planningId = appointmentId === null ? null : (await getAppointment(db, appointmentId)).group_id
  const make = async (signal: AbortSignal) => {
    const posted = form.lines.map((line) => lineOf(line, today()))
    const matchesOnly = posted.length > 0 && !file && form.text === ''
    const input = file ? { bytes: file.bytes } : { text: form.text }
    const read = matchesOnly ? null : await readList({ input, chosen: chosenIn(form), today: today() }, signal)
    const lines = read ? carryOver(read.list.people.map(freshLine), posted) : posted
    const partIds = parts.map(({ id }) => id)
    return {
      source: read && sourceModel(read),
      ...(await matchLines(db, viewer, lines, { registry: services.registry, planningId, partIds, signal })),
    }
  }
  const model = await orRefused(file ? 'file' : 'text', () => previewFor(services, { userId: viewer.id, gone }, make))
  const { views } = services
  const rows = await mapInTurns(model.lines, (line) => views.render('training/enrolment/list-line', { line }))
  return { ...model, parts, lineFields: LINE_FIELDS, rows: rows.join('') }
}

function chosenIn({ columns, header }: z.output<typeof PreviewForm>): ChosenColumns {
  const row = /^\d+$/.test(header) ? Number(header) : null
  if (columns.length > 0) return { header: row, columns }
  return header === '' ? {} : { header: row }
}

async function orRefused<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ParticipantListError) throw new Invalid({ [field]: [error.message] })
    throw error
  }
}
