import * as z from 'zod'
import {
  checkbox,
  postalCodeOrNull,
  selectorId,
  text,
  textOrNull,
  version,
  wholeNumberOrNull,
} from '../../platform/forms/fields.ts'

const establishment = {
  name: text(120),
  street: textOrNull(120),
  street_no: textOrNull(10),
  street_no_adding: textOrNull(20),
  postal_code: postalCodeOrNull,
  city: textOrNull(120),
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
