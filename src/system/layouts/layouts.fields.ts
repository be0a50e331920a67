import { line, requiredLine, yesNo } from '../../platform/fields/kinds.ts'

/** What a layout consists of; which kinds there are is up to what can be printed. */
export const layoutFields = {
  name: requiredLine('Naam', 120),
  kind: requiredLine('Soort', 40),
  code: line('Kenmerk', 60),
  filename: line('Bestandsnaam', 70),
  source: line('Eigen code', 60_000),
  active: yesNo('In gebruik'),
}
