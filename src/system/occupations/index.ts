export { type AwayPeriod, awayFields, checkAway } from './away.forms.ts'
export { holdForPlanning } from './occupations.commands.ts'
export { type Occupation, listOccupations } from './occupations.queries.ts'
export { type Booking, awayText, bookingLine, overlaps, periodText } from './occupations.rules.ts'
