import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import type { Services } from '../../../platform/services.ts'
import {
  fillingModel,
  findSubmission,
  getChecklist,
  listAnswers,
  listBlocks,
  unanswered,
} from '../../../system/checklists/index.ts'
import { checklistOfDevices, measuredProperties, refuseUncalibrated } from '../../devices/devices/index.ts'
import { RESULTS, orderDevicesOf } from '../../orders/order-devices/index.ts'
import { inspect } from './inspecting.commands.ts'
import type { InspectionInput } from './inspecting.forms.ts'
import { chosenVisit } from './workday.queries.ts'

export const RESULT_CHOICES = Object.entries(RESULTS).map(([value, { label, icon }]) => ({ value, label, icon }))

type Measured = NonNullable<Parameters<typeof fillingModel>[1]['measured']>

/** What a checklist asks while nobody answered. */
export async function blankAsked(db: Db, checklistId: number | null, measured?: Measured) {
  if (checklistId === null) return null
  const [checklist, blocks] = await Promise.all([getChecklist(db, checklistId), listBlocks(db, checklistId)])
  return {
    name: checklist.name,
    version: 0,
    filling: fillingModel(
      blocks.map((block, i) => unanswered({ ...block, position: i + 1 })),
      { checklistVersion: checklist.version, fileUrl: () => '', ...(measured === undefined ? {} : { measured }) },
    ),
  }
}

/** What the category of a device asks, as it was filled in or as it is asked now. */
export async function askedOf(db: Db, deviceId: number, row: { row_id: number }, photoUrl: (file: number) => string) {
  const submission = await findSubmission(db, { type: 'order_device', id: row.row_id })
  const known = (await measuredProperties(db, [deviceId])).get(deviceId)
  if (!submission) return blankAsked(db, (await checklistOfDevices(db, [deviceId])).get(deviceId)?.id ?? null, known)
  const blocks = await listAnswers(db, submission.id)
  const fileUrl = (position: number, at: number) =>
    photoUrl(blocks.find((block) => block.position === position)!.files[at - 1]!.id)
  return {
    name: submission.name,
    version: submission.version,
    filling: fillingModel(blocks, {
      checklistVersion: 0,
      fileUrl,
      ...(known === undefined ? {} : { measured: known }),
    }),
  }
}

interface At {
  trx: Trx
  viewer: Viewer
  services: Services
  orderId: number
  visit: number | undefined
}

/** Says what came of a device at a visit, and which comes next. */
export async function saveInspection(at: At, deviceId: number, form: InspectionInput): Promise<Saved> {
  const { trx, viewer, services, orderId } = at
  const work = await chosenVisit(trx, viewer, orderId, at.visit)
  await refuseUncalibrated(trx, form.instrument_id, today())
  await inspect(trx, services, viewer, { visitId: work.id, orderId, deviceId }, form)
  const rows = await orderDevicesOf(trx, orderId)
  const place = rows.findIndex(({ id }) => id === deviceId)
  const next = rows.find(
    (other, i) => i > place && other.result === null && !other.checked && other.destination === null,
  )
  return {
    changed: [
      { type: 'order', id: orderId },
      { type: 'device', id: deviceId },
    ],
    flash: { str: `${rows[place]!.name}: ${RESULTS[form.result].label.toLowerCase()}`, type: 'success' },
    ...(form.next && next ? { open: `/workday/${orderId}/devices/${next.id}/doneForm?visit=${work.id}` } : {}),
  }
}
