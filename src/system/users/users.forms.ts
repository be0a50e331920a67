import * as z from 'zod'
import { checkbox, email, id, idList, text, version } from '../../platform/forms/fields.ts'
import { ROLE_LABELS } from '../accounts/index.ts'

const roles = idList(6).refine((chosen) => chosen.every((role) => role in ROLE_LABELS), ':label is niet geldig.')

const user = {
  name: text(200),
  email,
  roles: roles.refine((chosen) => chosen.length > 0, 'Kies minstens één rol.'),
  is_support: checkbox,
  is_developer: checkbox,
}

export const UserForm = z.object(user)
export const UserEditForm = z.object({ ...user, version })
export const SwitchForm = z.object({ reason: text(500), version })
export const UserIdForm = z.object({ id })
export const EndSessionsForm = z
  .object({ id, session: id.optional(), all: checkbox })
  .refine(({ session, all }) => session !== undefined || all, { path: ['session'], message: 'Maak een keuze' })
