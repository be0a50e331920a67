export { countLately } from './workload.queries.ts'
export { type Workload, plannedMinutes, weekOf, workloadTexts } from './workload.rules.ts'
