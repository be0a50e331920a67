export { countLately } from './workload.queries.ts'
export { type Workload, minutesWithin, plannedMinutes, weekOf, workloadTexts } from './workload.rules.ts'
