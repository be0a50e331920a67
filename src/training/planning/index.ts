export { dutchHolidays } from './holidays.rules.ts'
export { predictParts, type PredictedPart, type Timing, type WallMoment } from './planning.rules.ts'
