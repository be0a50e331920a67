import { optionalText } from '../../../platform/forms/fields.ts'
import { choice, fieldOf, reference, requiredLine, requiredReference, yesNo } from '../../../platform/fields/kinds.ts'
import { ACCOUNT_KINDS, RULE_KINDS } from './labels.ts'

const code = optionalText(12)
  .refine((value) => value !== '', 'Vul een nummer in.')
  .refine((value) => /^[0-9A-Za-z.-]*$/.test(value), ':label heeft alleen cijfers, letters, punten en streepjes.')

export const ledgerAccountFields = {
  code: fieldOf('text', 'Nummer', code, { maxlength: 12, required: true }),
  name: requiredLine('Naam', 80),
  kind: choice('Soort', ACCOUNT_KINDS, 'turnover'),
  active: yesNo('In gebruik'),
}

export const ledgerRuleFields = {
  kind: choice('Wat', RULE_KINDS, 'turnover'),
  product_id: reference('Product', 'product'),
  category_id: reference('Categorie', 'product_category'),
  tax_type_id: reference('Btw-soort', 'tax_type'),
  ledger_account_id: requiredReference('Grootboekrekening', 'ledger_account'),
}
