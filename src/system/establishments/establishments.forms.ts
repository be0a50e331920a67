import * as z from 'zod'
import { placeFields } from '../../platform/forms/address.ts'
import { checkbox, selectorId, text, version, wholeNumberOrNull } from '../../platform/forms/fields.ts'

const establishment = {
  name: text(120),
  ...placeFields,
}

export const EstablishmentForm = z.object(establishment)
export const EstablishmentEditForm = z.object({ ...establishment, active: checkbox, version })
export type EstablishmentInput = z.output<typeof EstablishmentForm>
export type EstablishmentEdit = z.output<typeof EstablishmentEditForm>

const room = {
  establishment_id: selectorId,
  name: text(120),
  capacity: wholeNumberOrNull(1, 1000),
}

export const RoomForm = z.object(room)
export const RoomEditForm = z.object({ ...room, active: checkbox, version })
export type RoomInput = z.output<typeof RoomForm>
export type RoomEdit = z.output<typeof RoomEditForm>
