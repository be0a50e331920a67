export { type AwayPeriod, awayFields, checkAway } from './away.forms.ts'
export { awayRows, clock, closingDayRows } from './away.queries.ts'
export { conflictLine } from './conflicts.rules.ts'
export { holdForPlanning } from './occupations.commands.ts'
export { type Occupation, listOccupations } from './occupations.queries.ts'
export {
  type Booking,
  type Span,
  awayText,
  bookingLine,
  gapBetween,
  onOtherDays,
  overlaps,
  periodText,
} from './occupations.rules.ts'
export { type Taking, peakOf } from './peak.rules.ts'
