import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { refuseStale } from '../../../platform/database/versioned.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { failsOf, fillIn, findSubmission, listAnswers, photosNamed } from '../../../system/checklists/index.ts'
import { checklistOfDevices, listDeviceConsumables, measuredProperties } from '../../devices/devices/index.ts'
import {
  type LockedDevice,
  RESULTS,
  lockOrderDevice,
  photosOf,
  recordInspection,
  resetInspection,
} from '../../orders/order-devices/index.ts'
import { DONE_STAYS, lockOpenVisit } from '../../planning/visits/index.ts'
import type { InspectionInput } from './inspecting.forms.ts'

type Kept = Pick<Services, 'files' | 'jobs'>
interface At {
  visitId: number
  orderId: number
  deviceId: number
}

/** What is missing for this result. @throws Invalid */
function refuseIncomplete({ result, remark }: InspectionInput, photos: number): void {
  const fields: Record<string, string[]> = {}
  if ((result === 'remarked' || result === 'rejected') && remark === null)
    fields.remark = [result === 'rejected' ? 'Vul in waarom dit is afgekeurd.' : 'Vul de opmerking in.']
  if (result === 'rejected' && photos === 0) fields.photos = ['Maak een foto van de afkeur.']
  if (Object.keys(fields).length > 0) throw new Invalid(fields)
}

/** The parts that are put in, which its product must have. @throws Invalid */
async function partsOf(trx: Trx, deviceId: number, { parts }: InspectionInput) {
  const chosen = Object.entries(parts).flatMap(([key, { replaced, expires_on }]) =>
    replaced ? [{ product_id: Number(key.slice(1)), expires_on }] : [],
  )
  if (chosen.length === 0) return []
  const known = new Set((await listDeviceConsumables(trx, deviceId)).map(({ product_id }) => product_id))
  const strange = chosen.find(({ product_id }) => !known.has(product_id))
  if (strange) throw new Invalid({ _form: ['Dit product is geen onderdeel van dit apparaat.'] })
  return chosen
}

/** What its category asks is filled in along, where the device was looked at. @throws Invalid for approving what fails */
async function fillAlong(trx: Trx, services: Kept, viewer: Viewer, row: LockedDevice, form: InspectionInput) {
  const checklistId = (await checklistOfDevices(trx, [row.device_id])).get(row.device_id)?.id ?? null
  const begun = await findSubmission(trx, { type: 'order_device', id: row.id })
  if (!begun && checklistId === null) return
  const { isSeen } = RESULTS[form.result]
  // What nobody could look at asks nothing.
  if (!isSeen && !begun) return
  const measured = (await measuredProperties(trx, [row.device_id])).get(row.device_id)
  await fillIn(trx, services, viewer, {
    subject: { type: 'order_device', id: row.id },
    checklistId: begun?.checklist_id ?? checklistId!,
    form: { ...form, version: form.filling_version, finish: isSeen },
    ...(measured === undefined ? {} : { measured }),
  })
  if (form.result !== 'approved') return
  const filled = await findSubmission(trx, { type: 'order_device', id: row.id })
  const [failed] = failsOf(await listAnswers(trx, filled!.id))
  if (failed) throw new Invalid({ result: [`${failed.label}: ${failed.text}. Kies een andere uitslag.`] })
}

/**
 * Says what came of a device at a visit.
 * @throws NotFound; Invalid for what is missing; Stale where somebody said something else meanwhile; HttpError (409) for a
 *   visit that is finished
 */
export async function inspect(trx: Trx, services: Kept, viewer: Viewer, at: At, form: InspectionInput): Promise<void> {
  await lockOpenVisit(trx, at.visitId)
  const row = await lockOrderDevice(trx, at.orderId, at.deviceId)
  const { result, instrument_id, new_serial_number } = form
  const remark = form.remark ?? ''
  await refuseStale(trx, 'order_devices', row, form.version ?? row.version, { result, remark })
  const there = (await photosOf(trx, row)).map(({ file_id }) => ({ id: file_id }))
  const files = await photosNamed(trx, viewer, there, form.photos)
  if (files === null) throw new Invalid({ photos: ['Kies de foto opnieuw: alleen JPG en PNG kunnen mee.'] })
  refuseIncomplete(form, files.length)
  const parts = await partsOf(trx, at.deviceId, form)
  await fillAlong(trx, services, viewer, row, form)
  await recordInspection(trx, services, viewer, row, {
    visit_id: at.visitId,
    ...{ result, remark, instrument_id, files },
    parts: RESULTS[result].isSeen && result !== 'replaced' ? parts : [],
    follow_up: result === 'rejected' && form.quote ? 'quote' : null,
    new_serial_number: result === 'replaced' ? new_serial_number : null,
  })
}

/** Takes back what was said of a device. @throws NotFound; HttpError (409) where its visit is finished */
export async function takeBack(trx: Trx, services: Pick<Services, 'jobs'>, orderId: number, deviceId: number) {
  const row = await lockOrderDevice(trx, orderId, deviceId)
  if (row.result === null || row.visit_id === null)
    throw new HttpError(409, 'Dit apparaat is bij deze order nog niet gekeurd.')
  await lockOpenVisit(trx, row.visit_id)
  if (row.destination !== null) throw new HttpError(409, DONE_STAYS)
  await resetInspection(trx, services, row)
  return row
}
