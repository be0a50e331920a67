import { count, line, requiredLine, yesNo } from '../../../platform/fields/kinds.ts'

/** What a payment condition consists of. */
export const paymentConditionFields = {
  name: requiredLine('Naam', 60),
  days: count('Termijn', 0, 365, { unit: 'dagen' }),
  text: line('Tekst op documenten', 200),
  position: count('Volgorde', 1, 999),
  is_default: yesNo('Standaard'),
  active: yesNo('In gebruik'),
}
