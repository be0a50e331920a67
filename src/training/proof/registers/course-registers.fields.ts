import * as z from 'zod'
import { choice, fieldOf, line, oneOf, yesNo } from '../../../platform/fields/kinds.ts'
import { LANGUAGES } from '../../../platform/format/languages.ts'
import { NIBHV_TYPES } from './nibhv/nibhv.rules.ts'
import { REGISTER_NAMES } from './requests.rules.ts'

/** How a course stands at a register. */
export const courseRegisterFields = {
  register: oneOf('Register', REGISTER_NAMES),
  enabled: yesNo('Melden aan NIBHV'),
  to_hok: yesNo('Melden aan Het Oranje Kruis'),
  type: oneOf('Soort', NIBHV_TYPES),
  kind: choice('Basis of herhaling', { base: 'Basis', refresher: 'Herhaling' }, 'base'),
  language: oneOf('Taal', LANGUAGES),
  profile_uuid: fieldOf('text', 'Competentieprofiel', z.union([z.literal(''), z.uuid('Kies uit de lijst.')]).default('').transform((uuid) => uuid || null)), // prettier-ignore
  profile_name: line('Competentieprofiel', 200),
}
