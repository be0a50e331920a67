import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { placeParsers } from '../../platform/fields/address.ts'
import { version } from '../../platform/forms/fields.ts'
import { checkAway } from '../occupations/index.ts'
import { establishmentFields, roomClosureFields, roomFields } from './establishments.fields.ts'

const establishment = { ...parsersOf(establishmentFields, 'name', 'email'), ...placeParsers }

export const EstablishmentForm = z.object(establishment)
export const EstablishmentEditForm = z.object({
  ...establishment,
  ...parsersOf(establishmentFields, 'active'),
  version,
})

/** Minutes to each of the others; a pair without them is as near as next door. */
export const TravelForm = z.object({ ...parsersOf(establishmentFields, 'travel'), version })
export type TravelInput = z.output<typeof TravelForm>['travel']

export type EstablishmentInput = z.output<typeof EstablishmentForm>
export type EstablishmentEdit = z.output<typeof EstablishmentEditForm>

const room = {
  ...parsersOf(roomFields, 'establishment_id', 'name', 'capacity', 'hired'),
  ...placeParsers,
  ...parsersOf(roomFields, 'hire_contact', 'option_until', 'hire_confirmed'),
}
const OWN = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null }
/** What is not hired is where its establishment is, and nobody's but one's own. */
const withoutHire = <F extends { hired: boolean }>(form: F) =>
  form.hired ? form : { ...form, ...OWN, hire_contact: null, option_until: null, hire_confirmed: false }
export const RoomForm = z.object(room).transform(withoutHire)
export const RoomEditForm = z.object({ ...room, ...parsersOf(roomFields, 'active'), version }).transform(withoutHire)
const closure = parsersOf(roomClosureFields, 'description', 'first_day', 'last_day', 'from_time', 'until_time')
export const RoomClosureForm = z.object(closure).superRefine(checkAway)
export const RoomClosureEditForm = z.object({ ...closure, version }).superRefine(checkAway)
export type RoomClosureInput = z.output<typeof RoomClosureForm>

export type RoomInput = z.output<typeof RoomForm>
export type RoomEdit = z.output<typeof RoomEditForm>
