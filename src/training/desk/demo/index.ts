export { seedPlanningOrders } from './story-orders.ts'
export { seedTraining } from './story.ts'
