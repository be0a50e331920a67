import { line, requiredLine, yesNo } from '../../platform/fields/kinds.ts'

/** What a layout consists of; which kinds there are is up to what can be printed. */
export const layoutFields = {
  name: requiredLine('Naam', 120),
  kind: requiredLine('Soort', 40),
  code: line('Code', 60),
  filename: line('Bestandsnaam', 70),
  source: line('Inhoud', 60_000),
  active: yesNo('In gebruik'),
}
