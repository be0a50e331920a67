import { count, requiredLine, yesNo } from '../../platform/fields/kinds.ts'

/** What is settled of how long a kind of data is kept. */
export const retentionFields = {
  kind: requiredLine('Soort gegevens', 60),
  months: count('Termijn', 1, 240, { unit: 'maanden' }),
  enabled: yesNo('Elke nacht opschonen'),
}
