import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { checkbox, id, version } from '../../platform/forms/fields.ts'
import { userFields } from './users.fields.ts'

const user = parsersOf(userFields, 'name', 'email', 'roles', 'is_support', 'is_developer')

export const UserForm = z.object(user)
export const UserEditForm = z.object({ ...user, version })
export const SwitchForm = z.object({ reason: userFields.active_reason.parse, version })
export const UserIdForm = z.object({ id })
export const EndSessionsForm = z
  .object({ id, session: id.optional(), all: checkbox })
  .refine(({ session, all }) => session !== undefined || all, { path: ['session'], message: 'Maak een keuze' })
