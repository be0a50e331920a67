import * as z from 'zod'
import { fieldOf, line, reference, requiredLine } from '../../platform/fields/kinds.ts'
import { chosen } from '../../platform/forms/fields.ts'
import { SCOPES, type Scope } from './api-clients.rules.ts'

const scopes = chosen(z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])).refine(
  (some) => some.length > 0,
  'Vink minimaal één toegang aan.',
)

/** What a program consists of that may ask us things. */
export const apiClientFields = {
  name: requiredLine('Naam', 80),
  client_id: line('Client-id', 60),
  establishment_id: reference('Vestiging van de tablet', 'establishment'),
  scopes: fieldOf('checkbox', 'Mag', scopes, { options: SCOPES }),
}
