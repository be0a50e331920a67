export { changeMoments, foreseeCancelled, foreseeMoved, foreseeOver, toldRestoring } from './change-moments.ts'
export { foreseeConfirmed, foreseeEnrolled, passOverConfirmed, passOverDue } from './enrolment-moments.ts'
export { foreseePlanned, partMoments } from './part-moments.ts'
export {
  foreseeJoining,
  listReadersOfEnrolled,
  ofPlannings,
  placeOf,
  planningMoments,
  readersOf,
} from './planning-moments.ts'
export { reservationMoments } from './reservation-moments.ts'
export { seedMoments } from './story.ts'
