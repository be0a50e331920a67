import { fieldOf, requiredLine, several, yesNo } from '../../platform/fields/kinds.ts'
import { email, text } from '../../platform/forms/fields.ts'
import { ROLE_LABELS } from '../accounts/index.ts'

const roles = several('Rollen', ROLE_LABELS)

/** What a user consists of. */
export const userFields = {
  name: requiredLine('Naam', 200, { personal: true }),
  email: fieldOf('email', 'E-mail', email, { maxlength: 254, required: true, personal: true }),
  roles: { ...roles, parse: roles.parse.refine((chosen) => chosen.length > 0, 'Kies minstens één rol.') },
  active: yesNo('Actief'),
  active_reason: fieldOf('textarea', 'Reden', text(500), {
    asked: 'reason',
    maxlength: 500,
    required: true,
    personal: true,
  }),
  is_support: yesNo('Helpdesk'),
  is_developer: yesNo('Ontwikkelaar'),
}
