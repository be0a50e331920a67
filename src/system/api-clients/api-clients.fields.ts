import * as z from 'zod'
import { fieldOf, line, reference, requiredLine } from '../../platform/fields/kinds.ts'
import { chosen, longText } from '../../platform/forms/fields.ts'
import { SCOPES, type Scope } from './api-clients.rules.ts'

const scopes = chosen(z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])).refine(
  (some) => some.length > 0,
  'Vink minimaal één toegang aan.',
)

const ORIGIN = /^https:\/\/[a-z0-9.-]{1,200}(?::\d{1,5})?$/
/** Addresses of websites, without what stands behind them. */
const origins = longText(1000)
  .transform((text) => [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))])
  .refine(
    (all) => all.every((one) => ORIGIN.test(one)),
    'Vul adressen in als https://www.klant.nl, elk op een eigen regel.',
  )
  .refine((all) => all.length <= 10, 'Vul hooguit 10 websites in.')

/** What a program consists of that may ask us things. */
export const apiClientFields = {
  name: requiredLine('Naam', 80),
  client_id: line('Client-id', 60),
  establishment_id: reference('Vestiging van de tablet', 'establishment'),
  /** Where the offer may be shown within another page: 'https://www.klant.nl', one per line. */
  origins: fieldOf('textarea', 'Websites die het aanbod tonen', origins, { maxlength: 1000 }),
  scopes: fieldOf('checkbox', 'Mag', scopes, { options: SCOPES }),
}
