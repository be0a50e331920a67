export { holdForPlanning } from './occupations.commands.ts'
export { type Occupation, listOccupations } from './occupations.queries.ts'
export { type Booking, bookingLine, overlaps } from './occupations.rules.ts'
