export { courseAudience } from './course-audience.ts'
export { reserversOf, supervisorsOf } from './course-people.ts'
export { courseValues } from './course-values.ts'
export { planningsAudience } from './plannings-audience.ts'
