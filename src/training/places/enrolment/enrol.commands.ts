import type * as z from 'zod'
import { AS_AGREED, type InvoiceTo } from '../../../administration/catalogue/customers/index.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import type { SaveCtx } from '../../../platform/screens/screen.ts'
import { type Enrolled, enrol } from './enrolment.commands.ts'
import { enrolledText } from './enrolment.rules.ts'
import { enrolList } from './list/list.commands.ts'
import type { EnrolForm } from './list/list.forms.ts'
import { lineOf } from './list/list.rules.ts'
import { enrolmentPlanningArea } from '../../rights.ts'

type Sent = Pick<SaveCtx<object, object, z.output<typeof EnrolForm>>, 'viewer' | 'services' | 'form'>

/** Enrols who is chosen in a form, or on the list in it, once it is known in which planning, and where the rest goes. */
export async function enrolSent(
  trx: Trx,
  { viewer, services, form }: Sent,
  { appointmentId, restId }: { appointmentId: number; restId: number | null },
): Promise<Saved> {
  const where = {
    appointmentId,
    whatAppointments: form.what_appointments,
    raiseMaximum: form.raise_maximum,
    reservationId: form.reservation_id ?? undefined,
    waiver: form.waiver,
    invoiceTo: invoiceToOf(viewer, form),
  }
  if (form.way === 'people') {
    const enrolled = await enrol(trx, viewer, { ...where, contactIds: form.students })
    return { changed: changedBy(enrolled), flash: flashOf(enrolled) }
  }
  const lines = form.lines.map((line) => lineOf(line, today()))
  const companyId = form.company_id ?? (form.private_persons ? null : undefined)
  const enrolled = await enrolList(
    trx,
    viewer,
    { ...where, restId: form.reservation_id === null ? restId : null, companyId, lines },
    services,
  )
  return { changed: changedBy(enrolled, enrolled.created), flash: flashOf(enrolled, enrolled.rest) }
}

/** Who gets the invoice, as planners choose; of all others as it was agreed. */
const invoiceToOf = (viewer: Viewer, { use_invoice_relation, invoice_relation_id }: InvoiceTo): InvoiceTo =>
  may(viewer, enrolmentPlanningArea, 'change')
    ? { use_invoice_relation, invoice_relation_id: use_invoice_relation ? invoice_relation_id : null }
    : AS_AGREED

function changedBy({ enrolmentIds, partIds }: Enrolled, contactIds: number[] = []) {
  return [
    ...contactIds.map((id) => ({ type: 'contact', id })),
    ...partIds.map((id) => ({ type: 'appointment', id })),
    ...enrolmentIds.map((id) => ({ type: 'enrolment', id })),
  ]
}

const flashOf = (enrolled: Enrolled, rest = 0) =>
  ({
    str: enrolledText({ ...enrolled, rest }),
    type: enrolled.people + enrolled.redirected > 0 ? 'success' : 'info',
  }) as const
