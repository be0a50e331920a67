import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { placeParsers } from '../../platform/forms/address.ts'
import { version } from '../../platform/forms/fields.ts'
import { establishmentFields, roomFields } from './establishments.fields.ts'

const establishment = { ...parsersOf(establishmentFields, 'name'), ...placeParsers }

export const EstablishmentForm = z.object(establishment)
export const EstablishmentEditForm = z.object({
  ...establishment,
  ...parsersOf(establishmentFields, 'active'),
  version,
})
export type EstablishmentInput = z.output<typeof EstablishmentForm>
export type EstablishmentEdit = z.output<typeof EstablishmentEditForm>

const room = parsersOf(roomFields, 'establishment_id', 'name', 'capacity')
export const RoomForm = z.object(room)
export const RoomEditForm = z.object({ ...room, ...parsersOf(roomFields, 'active'), version })
export type RoomInput = z.output<typeof RoomForm>
export type RoomEdit = z.output<typeof RoomEditForm>
